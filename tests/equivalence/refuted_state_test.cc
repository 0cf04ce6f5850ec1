// SPDX-License-Identifier: Apache-2.0
// Pairs that the engine once called equivalent: one of them reads a status, sets a variable or opens a file
// that the other does not.
#include "verdicts.h"

namespace assay {
namespace {

// true sets the status that a later command reads.
TEST(RefutedState, TheStatusIsReadInManyWays) {
  expect_apart({{"ls x; if true; then echo $?; fi", "ls x; echo $?"},
                {"ls x; true && echo $?", "ls x; echo $?"},
                {"ls x; if true; then exit; fi", "ls x; exit"},
                {"ls x; true && exit", "ls x; exit"},
                {"ls x; if true; then (exit); fi", "ls x; (exit)"},
                {"f() { return; }; ls x; true && f", "f() { return; }; ls x; f"},
                {"ls x; if true; then unknown_function; fi", "ls x; unknown_function"}});
  expect_method("utility", {{"ls x; if true; then ls; fi", "ls x; true && ls"},
                            {"ls x; if true; then exit 1; fi", "ls x; true && exit 1"}});
}

TEST(RefutedState, ALoopReadsTheStatusOfItsCondition) {
  expect_apart({{"until ls x; do exit; done", "while ! ls x; do exit; done"},
                {"until ! ls; do exit; done", "while ls; do exit; done"},
                {"until ls x; do unknown_function; done", "while ! ls x; do unknown_function; done"},
                {"until ls x; do . ./s; done", "while ! ls x; do . ./s; done"},
                {"until ls x; do eval \"$c\"; done", "while ! ls x; do eval \"$c\"; done"},
                {"ls x; for i in $(seq 2); do exit; done", "ls x; for i in 1 2; do exit; done"},
                {"bash -c 'until ls x; do echo $?; touch x; done'",
                 "bash -c 'while ! ls x; do echo $?; touch x; done'"},
                {"bash -c 'ls x; for i in $(seq 3); do echo $?; done'",
                 "bash -c 'ls x; for i in 1 2 3; do echo $?; done'"}});
  expect_method("utility",
                {{"until ls x; do exit 1; done", "while ! ls x; do exit 1; done"},
                 {"bash -c 'until ls x; do sleep 1; done'", "bash -c 'while ! ls x; do sleep 1; done'"}});
}

TEST(RefutedState, ATrapReadsTheLastStatus) {
  expect_apart(
      {{"trap 'echo $?' EXIT; if [[ -f a ]]; then ls; fi", "trap 'echo $?' EXIT; [[ -f a ]] && ls"}});
}

// In a pipeline, a shell of its own sets the variable, or fails.
TEST(RefutedState, APipelineExpandsItsWordsElsewhere) {
  expect_apart({{"echo a | cat > \"${x:=f}\"; echo \"$x\"", "echo a > \"${x:=f}\"; echo \"$x\""},
                {"echo a | cat > \"o$((i++))\"; echo $i", "echo a > \"o$((i++))\"; echo $i"},
                {"sort \"./${x:=f}\" | uniq; echo $x", "sort -u \"./${x:=f}\"; echo $x"},
                {"sort \"./${x?}\" | uniq; echo a", "sort -u \"./${x?}\"; echo a"},
                {"sort \"./${x:=f}\" | sort -r; echo $x", "sort -r \"./${x:=f}\"; echo $x"},
                {"tac \"./${x:=f}\" | tac; echo $x", "cat \"./${x:=f}\"; echo $x"},
                {"cat f | head -n \"$((++i))\"; echo $i", "head -n \"$((++i))\" < f; echo $i"},
                {"find . -name \"${n:=x}\" -print0 | xargs -0 -r ls; echo $n",
                 "find . -name \"${n:=x}\" -exec ls {} +; echo $n"},
                {"A=\"${x:=1}\" grep a <<< b; echo $x", "echo b | A=\"${x:=1}\" grep a; echo $x"}});
  expect_method("utility", {{"echo a | cat > \"${x%.*}\"", "echo a > \"${x%.*}\""}});
  expect_method("rewrite", {{"sort \"./$x\" | uniq", "sort -u \"./$x\""},
                            {"cat f | head -n \"$((n+1))\"", "head -n \"$((n+1))\" < f"},
                            {"cat f | head -n \"${n:-3}\"", "head -n \"${n:-3}\" < f"}});
}

// The pipe is its standard input, too.
TEST(RefutedState, ASubstitutionReadsThePipe) {
  expect_apart({{"cat f | head -n \"$(head -n 1)\"", "head -n \"$(head -n 1)\" < f"},
                {"head -n \"$(cat)\" <<< b", "echo b | head -n \"$(cat)\""}});
  expect_method("rewrite", {{"cat f | head -n \"$(nproc)\"", "head -n \"$(nproc)\" < f"},
                            {"cat f | head -n \"$(cat p)\"", "head -n \"$(cat p)\" < f"}});
}

TEST(RefutedState, ASubshellExpandsItsRedirections) {
  expect_apart({{"(ls; date) > \"${x:=o}\"; echo $x", "{ ls; date; } > \"${x:=o}\"; echo $x"},
                {"(ls; date) > \"${x?}\"; echo hi", "{ ls; date; } > \"${x?}\"; echo hi"},
                {"(true) > \"${x:=f}\"; echo $x", "true > \"${x:=f}\"; echo $x"}});
  expect_method("utility", {{"(ls; date) > \"$x\"", "{ ls; date; } > \"$x\""},
                            {"(ls; date) > \"${x%.*}\"", "{ ls; date; } > \"${x%.*}\""},
                            {"(ls; date) > \"o$(date +%F)\"", "{ ls; date; } > \"o$(date +%F)\""}});
}

// The shell opens the files of a builtin and of a group, and a process of its own those of a program.
TEST(RefutedState, AProgramExpandsItsRedirections) {
  expect_apart({{"{ ls; } > \"${x:=f}\"; echo $x", "ls > \"${x:=f}\"; echo $x"},
                {"basename /a/b > \"${x:=f}\"; echo $x", "echo b > \"${x:=f}\"; echo $x"}});
  expect_method("utility", {{"basename /a/b > \"$x\"", "echo b > \"$x\""}});
}

// A group is redirected before its words are expanded, a command after.
TEST(RefutedState, WordsAndRedirectionsAreExpandedInOrder) {
  expect_apart({{"{ echo \"$((i++))\"; } > \"o$i\"", "echo \"$((i++))\" > \"o$i\""},
                {"{ ls \"${x:=a}\"; } > \"$x\"", "ls \"${x:=a}\" > \"$x\""},
                {"{ ls \"$x\"; } > \"${x:=f}\"", "ls \"$x\" > \"${x:=f}\""},
                {"{ ls \"${x:-$(cat f)}\"; } > f", "ls \"${x:-$(cat f)}\" > f"},
                {"echo \"a $(sort o)\" > o; echo b >> o", "{ echo \"a $(sort o)\"; echo b; } > o"}});
  expect_method("quoting", {{"{ ls \"$x\"; } > \"$HOME/f\"", "ls \"$x\" > \"$HOME/f\""},
                            {"{ ls a; } > \"o$(date +%F)\"", "ls a > \"o$(date +%F)\""}});
  expect_method("rewrite", {{"echo \"a $x\" > o; echo b >> o", "{ echo \"a $x\"; echo b; } > o"}});
}

// In the background a list reads /dev/null, and $! is the number of the shell that runs a group.
TEST(RefutedState, WhatRunsInTheBackgroundKeepsItsGroup) {
  expect_apart({{"if :; then cat | sort; fi & wait", "cat | sort & wait"},
                {"true && cat | sort & wait", "cat | sort & wait"},
                {"{ bash s; } & sleep 1; kill $!", "bash s & sleep 1; kill $!"},
                {"true && bash s & sleep 1; kill $!", "bash s & sleep 1; kill $!"},
                {"bash -c 'bash s' & kill $!", "bash -c '{ bash s; }' & kill $!"}});
  expect_method("quoting", {{"{ sleep 1; } & wait", "sleep 1 & wait"}});
}

TEST(RefutedState, TypeSaysWhatRanBefore) {
  expect_apart({{"(ls); type ls", "ls; type ls"},
                {"env sort f; type sort", "sort f; type sort"},
                {"cat f | sort; type sort", "sort < f; type sort"},
                {"(ls); command -V ls", "ls; command -V ls"}});
  expect_method("utility", {{"(ls); type ls > /dev/null", "ls; type ls > /dev/null"}});
}

TEST(RefutedState, ADescriptorInAVariableStaysOpenWithoutACommand) {
  expect_apart({{"{fd}>f; echo $fd", ": {fd}>f; echo $fd"},
                {"{fd}>f; echo $fd", "printf '' {fd}>f; echo $fd"},
                {"x=1; echo $x", "x=1 printf ''; echo $x"}});
}

// env gets all its words expanded; the shell assigns one by one.
TEST(RefutedState, AnAssignmentSeesThoseBeforeIt) {
  expect_apart(
      {{"env A=1 B=\"$A\" printenv B", "A=1 B=\"$A\" printenv B"},
       {"A=1 env B=\"$A\" printenv B", "A=1 B=\"$A\" printenv B"},
       {"env A=\"$(head -c1)\" touch \"f$(head -c1)\"", "A=\"$(head -c1)\" touch \"f$(head -c1)\""}});
  expect_method("utility", {{"env A=1 B=\"$x\" printenv B", "A=1 B=\"$x\" printenv B"},
                            {"env A=\"$A:x\" printenv A", "A=\"$A:x\" printenv A"}});
}

// >& f is &> f.
TEST(RefutedState, ErrorsLeadToAFile) {
  expect_apart({{"ls x >& f 2>/dev/null; cat f", "ls x >& f; cat f"},
                {"{ ls x 2>/dev/null; } >& f", "{ ls x; } >& f"},
                {"{ ls x 2>/dev/null; } >& $x", "{ ls x; } >& $x"},
                {"cat 2>/dev/null <&2", "cat <&2"}});
  expect_method("utility", {{"ls x 2>/dev/null; echo y >&2", "ls x; echo y >&2"}});
}

TEST(RefutedState, AShellThatWasChangedIsComparedByItsWords) {
  expect_apart({{"bash -ec '(ls a && ls b); ls c'", "bash -ec 'ls a && ls b; ls c'"},
                {"set -e; (> a/b && > b); echo c", "set -e; > a/b && > b; echo c"},
                {"set -u; (> \"$x\"); echo hi", "set -u; > \"$x\"; echo hi"},
                {"shopt -s lastpipe; ls | (read a); echo $a", "shopt -s lastpipe; ls | { read a; }; echo $a"},
                {"shopt -s nocasematch; [[ $x == A ]]", "shopt -s nocasematch; test \"$x\" = A"},
                {"set +B; echo {a,b}", "set +B; echo a b"},
                {"set -k; echo 'a=1'", "set -k; echo a=1"},
                {"shopt -s expand_aliases\nalias ls=pwd\nls", "shopt -s expand_aliases\nalias ls=pwd\n\\ls"},
                {". ./f; A=1 B=2\necho $B", ". ./f; B=2 A=1\necho $B"},
                {"set -f; printf '%s\\n' [ba]", "set -f; printf '%s\\n' [ab]"},
                {"trap 'echo err' ERR; ! { ls x; }", "trap 'echo err' ERR; ! ls x"},
                {"BASH_XTRACEFD=1; set -x; ((x+1))", "BASH_XTRACEFD=1; set -x; (( x + 1 ))"},
                {"BASH_XTRACEFD=1; set -x; [[ -f a ]]", "BASH_XTRACEFD=1; set -x; test -f a"}});
  // What these commands change stays changed.
  expect_apart({{"echo ${ cd d; pwd; }; ls", "echo $(cd d; pwd); ls"},
                {"echo ${ ls; }", "echo $(ls)"},
                {"echo ${ ls -a -l; }", "echo ${ ls -l -a; }"},
                {"echo ${| REPLY=1; }", "echo ${ REPLY=1; }"},
                {"echo \"${x:-${ cd d; }}\"; ls -a -l", "echo \"${x:-${ cd d; }}\"; ls -l -a"},
                {"bash -c 'echo ${ cd d; }; ls -a -l'", "bash -c 'echo ${ cd d; }; ls -l -a'"}});
  expect_method("whitespace", {{"echo  ${ ls; } # all", "echo ${ ls; }"}});
  expect_method("flag_order", {{"ls -a -l '${ x; }'", "ls -l -a '${ x; }'"}});
  expect_method("quoting", {{"set -euo pipefail; ls 'a'", "set -euo pipefail; ls a"},
                            {". ./f; ls \"a\"", ". ./f; ls a"},
                            {"trap 'rm -f t' EXIT; ls 'a'", "trap 'rm -f t' EXIT; ls a"}});
  expect_method("utility", {{"bash -ec 'ls -l -a'", "bash -ec 'ls -a -l'"}});
}

// After an error in an expansion or assignment the shell drops the rest of the line, and it reads a line as a
// whole.
TEST(RefutedState, LinesEndWhereTheyEnd) {
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

// The shell expands words from left to right, and as often as they are written.
TEST(RefutedState, WordsThatActKeepTheirOrderAndNumber) {
  expect_apart(
      {{"cut -d \"$(head -n1)\" -f \"$(head -n1)\" g", "cut -f \"$(head -n1)\" -d \"$(head -n1)\" g"},
       {"cp -t \"d$((i++))\" \"f$i\"", "cp \"f$i\" -t \"d$((i++))\""},
       {"dd of=\"$(head -n1)\" if=\"$(head -n1)\"", "dd if=\"$(head -n1)\" of=\"$(head -n1)\""},
       {"find . -name \"$((i++))\" -path \"./$((i-1))\"", "find . -path \"./$((i-1))\" -name \"$((i++))\""},
       {"find . -name \"$((i++))\" -name \"$((i++))\"", "find . -name \"$((i++))\""},
       {"find . -name \"$(head -n1)\" -name \"$(head -n1)\"", "find . -name \"$(head -n1)\""},
       {"find . -type f -name \"${n:=a}\" -path \"*$n\"", "find . -path \"*$n\" -type f -name \"${n:=a}\""},
       {"RANDOM=1; find . -name \"$RANDOM\" -name \"$RANDOM\"", "RANDOM=1; find . -name \"$RANDOM\""}});
  expect_method("flag_order", {{"cut -d \"$x\" -f \"$(date +%u)\" g", "cut -f \"$(date +%u)\" -d \"$x\" g"},
                               {"ls -w \"$((i++))\" -l", "ls -l -w \"$((i++))\""}});
}

// [ $x ] may turn out to be [ -v a[i++] ].
TEST(RefutedState, ATestOfUnknownWordsMayCount) {
  expect_apart({{"([ $x ]); echo $z", "[ $x ]; echo $z"},
                {"(test \"$x\" \"$y\"); echo $z", "test \"$x\" \"$y\"; echo $z"},
                {"([ \"$x\" 'a[z=5]' ]); echo $z", "[ \"$x\" 'a[z=5]' ]; echo $z"},
                {"([ $x = y ]); echo $z", "[ $x = y ]; echo $z"}});
  expect_method("utility", {{"([ -n \"$x\" ]); echo $z", "[ -n \"$x\" ]; echo $z"},
                            {"([ \"$x\" = y ]); echo $z", "[ \"$x\" = y ]; echo $z"}});
}

TEST(RefutedState, BuiltinRunsNoProgram) {
  expect_apart({{"builtin basename /etc/a.txt .txt", "builtin echo a"},
                {"builtin dirname a/b", "builtin echo a"},
                {"builtin ls -a -l", "builtin ls -l -a"}});
}

}  // namespace
}  // namespace assay
