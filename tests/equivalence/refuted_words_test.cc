// SPDX-License-Identifier: Apache-2.0
// Pairs that the engine once called equivalent although they differ: words, quotes and tildes, and scripts
// that see how they are written.
#include "verdicts.h"

namespace assay {
namespace {

// Without its backslash, the dollar begins an expansion.
TEST(RefutedWords, BackslashesInAQuotedDefaultCount) {
  expect_apart({{"echo \"${x:-\\$HOME}\"", "echo \"${x:-$HOME}\""},
                {"echo \"${x:-\\$(pwd)}\"", "echo \"${x:-$(pwd)}\""},
                {"echo \"${x:-\\\"a\\\"}\"", "echo \"${x:-\"a\"}\""},
                {"cat << E\n${x:-\\$HOME}\nE", "cat << E\n${x:-$HOME}\nE"}});
  expect_method("quoting", {{"echo \"${x:-$HOME}\"", "echo \"${x:-${HOME}}\""},
                            {"echo \"${x:-a}\"b", "echo \"${x:-a}b\""}});
}

// Bash drops the inner quotes, and reads $ya.
TEST(RefutedWords, InnerQuotesDoNotEndAName) {
  expect_apart({{"echo \"${u:-$y\"a\"}\"", "echo \"${u:-${y}\"a\"}\""},
                {"echo \"${u:-\"$y\"a}\"", "echo \"${u:-\"${y}\"a}\""},
                {"echo \"${u:-\"$\"y}\"", "echo \"${u:-\"\\$\"y}\""}});
  expect_method("quoting", {{"echo \"${u:-\"$y\"}\"", "echo \"${u:-\"${y}\"}\""}});
}

// If a is "[a" and b is "c]", the bare dash is a range.
TEST(RefutedWords, QuotesBesideAnOpenValueCount) {
  expect_apart({{"echo $a\"-\"$b", "echo $a-$b"},
                {"ls [$x", "ls \"[\"$x"},
                {"ls $x''']'", "ls $x]"},
                {"ls $x'!'$y", "ls $x!$y"},
                {"case $y in $a\"-\"$b) ls ;; esac", "case $y in $a-$b) ls ;; esac"},
                {"[[ $y == ${x}a ]]", "[[ $y == ${x}\"a\" ]]"},
                {"[[ $y == $x/a ]]", "[[ $y == $x\"/a\" ]]"},
                {"ls ${x}y", "ls $x\"y\""},
                {"ls ${x}y", "ls $x\\y"},
                {"ls $(pwd)-a", "ls $(pwd)\"-a\""}});
  expect_method("quoting", {{"ls $dir\"/file\"", "ls $dir/file"},
                            {"echo \"$a\"-\"$b\"", "echo \"$a-$b\""},
                            {"echo \"$a\"\"-\"$b", "echo \"$a\"-$b"},
                            {"ls $x'['", "ls $x\\["},
                            {"x=$a\"-\"$b", "x=$a-$b"}});
  expect_method("flag_order", {{"ls -l -a $x-$y", "ls -a -l $x-$y"}});
}

// Bash 5.2 does not split a word in which a bare dollar stands.
TEST(RefutedWords, ABareDollarBesideAValueCounts) {
  expect_apart({{"ls $x$", "ls $x'$'"}, {"ls $x$/a", "ls $x'$/a'"}});
  expect_method("quoting", {{"ls \"$x\"$", "ls \"$x\"'$'"}, {"ls $x'$'", "ls $x\\$"}});
}

// [$i] with i=a-c is a range, ["$i"] is three characters.
TEST(RefutedWords, QuotesOfValuesInBracketsCount) {
  expect_apart({{"for i in a-c; do [[ b == [$i] ]] && echo m; done",
                 "for i in a-c; do [[ b == [\"$i\"] ]] && echo m; done"},
                {"ls [$(date +%F)]", "ls [\"$(date +%F)\"]"},
                {"ls [0$((-9))]", "ls [0\"$((-9))\"]"}});
  expect_method("utility", {{"for i in a b; do ls $i; done", "for i in a b; do ls \"$i\"; done"}});
}

TEST(RefutedWords, TildesAfterANameAreExpanded) {
  expect_apart({{"cat <<< a:~", "cat <<< 'a:~'"},
                {"read x <<< a:~", "read x <<< 'a:~'"},
                {"echo a+=~", "echo 'a+=~'"},
                {"declare a+=~", "declare a+='~'"},
                {"export a+=:~", "export a+=':~'"},
                {"ls > a+=~", "ls > 'a+=~'"},
                {"case x=~ in y) ls ;; esac", "case 'x=~' in y) ls ;; esac"},
                {"[[ x=~ == $y ]]", "[[ 'x=~' == $y ]]"}});
  expect_method("quoting", {{"cat <<< x=~", "cat <<< 'x=~'"}, {"echo a:~", "echo 'a:~'"}});
}

// Arithmetic, which reads the index of a plain array, refuses apostrophes.
TEST(RefutedWords, QuotesInAnIndexCount) {
  expect_apart({{"a['1']=q", "a[1]=q"}, {"a[\\1]=q", "a[1]=q"}});
  expect_method("quoting", {{"a[\"$x\"]=q", "a[\"${x}\"]=q"}, {"a[1]='q'", "a[1]=q"}});
}

// If x is -, cat reads standard input.
TEST(RefutedWords, AnOperandThatMayBeADashIsNoFile) {
  expect_apart({{"cat -- \"$x\" | grep a", "grep a < \"$x\""}});
  expect_method("rewrite", {{"cat f | grep a", "grep a < f"}});
}

TEST(RefutedWords, TwoSlashesAreKeptByCd) {
  expect_apart({{"cd //; pwd", "cd /; pwd"}});
  expect_method("rewrite", {{"cd d//", "cd d"}});
}

// What xargs inserts into the script may hold blanks.
TEST(RefutedWords, AnUncertainMarkHidesTheScript) {
  expect_apart({{"xargs -n1 -I{} bash -c 'ls \"{}\"'", "xargs -n1 -I{} bash -c 'ls {}'"},
                {"xargs -L1 -I{} bash -c 'ls \"{}\"'", "xargs -L1 -I{} bash -c 'ls {}'"},
                {"xargs -I% -I{} bash -c 'ls \"{}\"'", "xargs -I% -I{} bash -c 'ls {}'"},
                {"xargs -I \"$m\" bash -c 'ls \"{}\"'", "xargs -I \"$m\" bash -c 'ls {}'"}});
  expect_method("flag_order", {{"xargs -n 1 rm -r -f", "xargs -n 1 rm -rf"},
                               {"xargs -n 1 -I {} cp -r -f {} d", "xargs -n 1 -I {} cp -rf {} d"}});
}

// sh prints $[…] as it is.
TEST(RefutedWords, OldArithmeticIsNoArithmeticToSh) {
  expect_apart({{"sh -c 'echo $[1 + 2]'", "sh -c 'echo $[1+2]'"}});
}

// An apostrophe in a comment or a here-document begins no quotes.
TEST(RefutedWords, TheLastArgumentIsSeenBehindApostrophes) {
  expect_apart({{"ls -l -a # don't\necho $_", "ls -a -l # don't\necho $_"},
                {"cat << E\ndon't\nE\nls -l -a\necho $_", "cat << E\ndon't\nE\nls -a -l\necho $_"},
                {"x=_; ls -l -a; echo ${!x}", "x=_; ls -a -l; echo ${!x}"}});
  expect_method("flag_order", {{"ls -l -a # don't", "ls -a -l"},
                               {"ls -l -a; perl -ne 'print $_' f", "ls -a -l; perl -ne 'print $_' f"}});
}

TEST(RefutedWords, PrintedFunctionsShowHowTheyAreWritten) {
  expect_apart({{"f() { caller; }; f", "f() { caller; }\nf"},
                {"f() { echo ${x}; }; declare -f f", "f() { echo $x; }; declare -f f"},
                {"f() { echo `a`; }; type f", "f() { echo $(a); }; type f"},
                {"f() { ls &> o; }; typeset -f", "f() { ls > o 2>&1; }; typeset -f"},
                {"f() { [[ a = b ]]; }; export -f f; env", "f() { [[ a == b ]]; }; export -f f; env"}});
  expect_method("quoting",
                {{"grep -l caller ${x}", "grep -l caller $x"}, {"f() { ls ${x}; }; f", "f() { ls $x; }; f"}});
}

// After wait -p IFS the shell splits words in another way.
TEST(RefutedWords, WaitSetsAVariable) {
  expect_apart({{"ls & wait -n -p IFS; ls -l -a", "ls & wait -n -p IFS; ls -a -l"},
                {"ls & wait -pIFS; ls -l -a", "ls & wait -pIFS; ls -a -l"}});
  expect_method("flag_order", {{"ls & wait $p; ls -l -a", "ls & wait $p; ls -a -l"}});
}

// x='*\': the backslash quotes what follows bare. Not held back beside literals: $x"y" counts as ${x}y.
TEST(RefutedWords, QuotesOfAValueCountBesideAnother) {
  expect_apart({{"for f in a b; do ls $x$f; done", "for f in a b; do ls $x\"$f\"; done"}});
  expect_method("quoting", {{"ls $x\"/y\"", "ls $x/y"}, {"ls \"$x\"y", "ls \"${x}y\""}});
}

// x='[', z=']'
TEST(RefutedWords, ADashInALoopsWordMayMakeARange) {
  expect_apart({{"for f in a-c; do ls $f$z; done", "for f in a-c; do ls \"$f\"$z; done"}});
  expect_method("utility",
                {{"for f in a-c; do ls $f; done", "for f in a-c; do ls \"$f\"; done"},
                 {"for f in a b; do mv $f $f-$f; done", "for f in a b; do mv \"$f\" \"$f-$f\"; done"}});
}

TEST(RefutedWords, TheShellSetsSomeVariablesItself) {
  expect_apart(
      {{"for PWD in a b; do cd c; ls $PWD; done", "for PWD in a b; do cd c; ls \"$PWD\"; done"},
       {"for REPLY in a b; do select x in c; do ls $REPLY; done; done",
        "for REPLY in a b; do select x in c; do ls \"$REPLY\"; done; done"},
       {"for DIRSTACK in a b; do ls $DIRSTACK; done", "for DIRSTACK in a b; do ls \"$DIRSTACK\"; done"},
       {"unset HOME; echo ~", "unset HOME; echo \"$HOME\""}});
  expect_method("flag_order", {{"HOME=/x ls -l -a", "HOME=/x ls -a -l"}});
}

}  // namespace
}  // namespace assay
