// SPDX-License-Identifier: Apache-2.0
// Quotes, tildes, patterns and arithmetic within words.
#include "verdicts.h"

namespace assay {
namespace {

// Without its backslash, the dollar begins an expansion.
TEST(Quoting, BackslashesInAQuotedDefaultCount) {
  expect_apart({{"echo \"${x:-\\$HOME}\"", "echo \"${x:-$HOME}\""},
                {"echo \"${x:-\\$(pwd)}\"", "echo \"${x:-$(pwd)}\""},
                {"echo \"${x:-\\\"a\\\"}\"", "echo \"${x:-\"a\"}\""},
                {"cat << E\n${x:-\\$HOME}\nE", "cat << E\n${x:-$HOME}\nE"}});
  expect_method("quoting", {{"echo \"${x:-$HOME}\"", "echo \"${x:-${HOME}}\""},
                            {"echo \"${x:-a}\"b", "echo \"${x:-a}b\""}});
}

// Bash drops the inner quotes, and reads $ya.
TEST(Quoting, InnerQuotesDoNotEndAName) {
  expect_apart({{"echo \"${u:-$y\"a\"}\"", "echo \"${u:-${y}\"a\"}\""},
                {"echo \"${u:-\"$y\"a}\"", "echo \"${u:-\"${y}\"a}\""},
                {"echo \"${u:-\"$\"y}\"", "echo \"${u:-\"\\$\"y}\""}});
  expect_method("quoting", {{"echo \"${u:-\"$y\"}\"", "echo \"${u:-\"${y}\"}\""}});
}

// If a is "[a" and b is "c]", the bare dash is a range.
TEST(Quoting, QuotesBesideAnOpenValueCount) {
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
TEST(Quoting, ABareDollarBesideAValueCounts) {
  expect_apart({{"ls $x$", "ls $x'$'"}, {"ls $x$/a", "ls $x'$/a'"}});
  expect_method("quoting", {{"ls \"$x\"$", "ls \"$x\"'$'"}, {"ls $x'$'", "ls $x\\$"}});
}

// [$i] with i=a-c is a range, ["$i"] is three characters.
TEST(Quoting, QuotesOfValuesInBracketsCount) {
  expect_apart({{"for i in a-c; do [[ b == [$i] ]] && echo m; done",
                 "for i in a-c; do [[ b == [\"$i\"] ]] && echo m; done"},
                {"ls [$(date +%F)]", "ls [\"$(date +%F)\"]"},
                {"ls [0$((-9))]", "ls [0\"$((-9))\"]"}});
  expect_method("utility", {{"for i in a b; do ls $i; done", "for i in a b; do ls \"$i\"; done"}});
}

TEST(Quoting, TildesAfterANameAreExpanded) {
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
TEST(Quoting, QuotesInAnIndexCount) {
  expect_apart({{"a['1']=q", "a[1]=q"}, {"a[\\1]=q", "a[1]=q"}});
  expect_method("quoting", {{"a[\"$x\"]=q", "a[\"${x}\"]=q"}, {"a[1]='q'", "a[1]=q"}});
}

// sh prints $[…] as it is.
TEST(Quoting, OldArithmeticIsNoArithmeticToSh) {
  expect_apart({{"sh -c 'echo $[1 + 2]'", "sh -c 'echo $[1+2]'"}});
}

// x='*\': the backslash quotes what follows bare. Not held back beside literals: $x"y" counts as ${x}y.
TEST(Quoting, QuotesOfAValueCountBesideAnother) {
  expect_apart({{"for f in a b; do ls $x$f; done", "for f in a b; do ls $x\"$f\"; done"}});
  expect_method("quoting", {{"ls $x\"/y\"", "ls $x/y"}, {"ls \"$x\"y", "ls \"${x}y\""}});
}

// x='[', z=']'
TEST(Quoting, ADashInALoopsWordMayMakeARange) {
  expect_apart({{"for f in a-c; do ls $f$z; done", "for f in a-c; do ls \"$f\"$z; done"}});
  expect_method("utility",
                {{"for f in a-c; do ls $f; done", "for f in a-c; do ls \"$f\"; done"},
                 {"for f in a b; do mv $f $f-$f; done", "for f in a b; do mv \"$f\" \"$f-$f\"; done"}});
}

TEST(Quoting, ArithmeticKeepsQuotes) {
  expect_apart({{"echo $((n * 2))", "echo $((n \\* 2))"},
                {"echo $((1 < 2 ? 3 : 4))", "echo $((1 < 2 '?' 3 : 4))"},
                {"echo $((n - 1))", "echo $((n '' - 1))"},
                {"((n * 2))", "((n \\* 2))"}});
}

// Double quotes change how the word in an operator is read.
TEST(Quoting, QuotesAroundTheWordOfAnOperatorCount) {
  expect_apart({{"[[ ${x:-'a'} == a ]]", "[ \"${x:-'a'}\" = a ]"},
                {"[[ ${x:-~} == /root ]]", "[ \"${x:-~}\" = /root ]"},
                {"[[ -d ${1-~} ]]", "[ -d \"${1-~}\" ]"},
                {"env A=\"${x:-'a'}\" printenv A", "A=${x:-'a'} printenv A"},
                {"env TZ=\"${z:-'UTC'}\" date", "TZ=${z:-'UTC'} date"}});
  expect_method("utility", {{"[[ ${x:-a} == a ]]", "[ \"${x:-a}\" = a ]"},
                            {"env A=\"${x:-a}\" printenv A", "A=${x:-a} printenv A"}});
}

TEST(Quoting, AQuotedOptionOfADeclarationReadsNoKeys) {
  expect_apart({{"declare -A a=([k]=1 [' k ']=2)", "declare \"-A\" a=([k]=1 [' k ']=2)"}});
}

// dash refuses them.
TEST(Quoting, RepeatedOrLoneBangsAreNoSh) {
  expect_apart({{"sh -c '! ! ls -a'", "sh -c 'ls -a'"},
                {"sh -c 'ls -a -l; !'", "sh -c 'ls -l -a; !'"},
                {"sh -c 'ls `! ! ls -a -l`'", "sh -c 'ls `! ! ls -l -a`'"}});
  expect_method("utility", {{"bash -c '! ! ls -a -l'", "bash -c 'ls -l -a'"}});
}

// To sh, 02 is an argument.
TEST(Quoting, DescriptorsOfShAreOneDigit) {
  expect_apart({{"sh -c 'ls empty 2>/dev/null'", "sh -c 'ls empty 02>/dev/null'"}});
  expect_method("utility", {{"bash -c 'ls empty 2>/dev/null'", "bash -c 'ls empty 02>/dev/null'"}});
}

// Bash loses what follows ((…) on the next line.
TEST(Quoting, DoubledParenthesesBeforeALineEndAreNotNestedSubshells) {
  expect_apart({{"((echo a)\necho b)", "( (echo a)\necho b)"}, {"((ls)\n)", "(ls)"}});
  expect_method("whitespace", {{"((ls); pwd)", "( (ls); pwd)"}});
}

// After an error in an expansion or assignment the shell drops the rest of the line, and it reads a line as a
// whole.
TEST(Quoting, ALineEndsAnErrorAndBeginsAReading) {
  expect_apart({{"x=$((1/y)); echo hi", "x=$((1/y))\necho hi"},
                {"{ x=$((1/y)); echo hi; }", "x=$((1/y))\necho hi"},
                {"UID=1; echo hi", "UID=1\necho hi"},
                {"a[-1]=x; echo hi", "a[-1]=x\necho hi"},
                {"echo ${!x}; echo hi", "echo ${!x}\necho hi"},
                {"shopt -s extglob; ls !(a)", "shopt -s extglob\nls !(a)"},
                {"shopt -s expand_aliases; alias ls=pwd; ls", "shopt -s expand_aliases; alias ls=pwd\nls"},
                {"touch f; ls !(a)", "touch f\nls !(a)"},
                {"bash -c 'x=$((1/y)); echo hi'", "bash -c 'x=$((1/y))\necho hi'"}});
  expect_method("quoting", {{"ls x\necho $?", "ls x; echo ${?}"}});
  expect_method("whitespace", {{"cd x; ls", "cd x\nls"},
                               {"i=$((i+1)); echo $i", "i=$((i+1))\necho $i"},
                               {"x=$((1/y));  echo hi", "x=$((1/y)); echo hi"},
                               {"x=$((1/y)) # half\necho hi", "x=$((1/y))\n\necho hi"}});
}

}  // namespace
}  // namespace assay
