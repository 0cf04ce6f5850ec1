// SPDX-License-Identifier: Apache-2.0
// What the shell keeps from one command to the next: its status, variables, descriptors and processes; and
// when it expands words.
#include "verdicts.h"

namespace assay {
namespace {

// true sets the status that a later command reads.
TEST(Negation, ALoneMarkNegatesNothing) {
  EXPECT_EQ(canonical_form("!"), "! true");
  expect_apart({{"!", "! ls"}, {"!", "ls"}});
}

TEST(ShellState, TheStatusIsReadInManyWays) {
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

TEST(ShellState, ALoopReadsTheStatusOfItsCondition) {
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

TEST(ShellState, ATrapReadsTheLastStatus) {
  expect_apart(
      {{"trap 'echo $?' EXIT; if [[ -f a ]]; then ls; fi", "trap 'echo $?' EXIT; [[ -f a ]] && ls"}});
}

TEST(ShellState, ASubshellExpandsItsRedirections) {
  expect_apart({{"(ls; date) > \"${x:=o}\"; echo $x", "{ ls; date; } > \"${x:=o}\"; echo $x"},
                {"(ls; date) > \"${x?}\"; echo hi", "{ ls; date; } > \"${x?}\"; echo hi"},
                {"(true) > \"${x:=f}\"; echo $x", "true > \"${x:=f}\"; echo $x"}});
  expect_method("utility", {{"(ls; date) > \"$x\"", "{ ls; date; } > \"$x\""},
                            {"(ls; date) > \"${x%.*}\"", "{ ls; date; } > \"${x%.*}\""},
                            {"(ls; date) > \"o$(date +%F)\"", "{ ls; date; } > \"o$(date +%F)\""}});
}

// The shell opens the files of a builtin and of a group, and a process of its own those of a program.
TEST(ShellState, AProgramExpandsItsRedirections) {
  expect_apart({{"{ ls; } > \"${x:=f}\"; echo $x", "ls > \"${x:=f}\"; echo $x"},
                {"basename /a/b > \"${x:=f}\"; echo $x", "echo b > \"${x:=f}\"; echo $x"}});
  expect_method("utility", {{"basename /a/b > \"$x\"", "echo b > \"$x\""}});
}

// A group is redirected before its words are expanded, a command after.
TEST(ShellState, WordsAndRedirectionsAreExpandedInOrder) {
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
TEST(ShellState, WhatRunsInTheBackgroundKeepsItsGroup) {
  expect_apart({{"if :; then cat | sort; fi & wait", "cat | sort & wait"},
                {"true && cat | sort & wait", "cat | sort & wait"},
                {"{ bash s; } & sleep 1; kill $!", "bash s & sleep 1; kill $!"},
                {"true && bash s & sleep 1; kill $!", "bash s & sleep 1; kill $!"},
                {"bash -c 'bash s' & kill $!", "bash -c '{ bash s; }' & kill $!"}});
  expect_method("quoting", {{"{ sleep 1; } & wait", "sleep 1 & wait"}});
}

TEST(ShellState, TypeSaysWhatRanBefore) {
  expect_apart({{"(ls); type ls", "ls; type ls"},
                {"env sort f; type sort", "sort f; type sort"},
                {"cat f | sort; type sort", "sort < f; type sort"},
                {"(ls); command -V ls", "ls; command -V ls"}});
  expect_method("utility", {{"(ls); type ls > /dev/null", "ls; type ls > /dev/null"}});
}

TEST(ShellState, ADescriptorInAVariableStaysOpenWithoutACommand) {
  expect_apart({{"{fd}>f; echo $fd", ": {fd}>f; echo $fd"},
                {"{fd}>f; echo $fd", "printf '' {fd}>f; echo $fd"},
                {"x=1; echo $x", "x=1 printf ''; echo $x"}});
}

// env gets all its words expanded; the shell assigns one by one.
TEST(ShellState, AnAssignmentSeesThoseBeforeIt) {
  expect_apart(
      {{"env A=1 B=\"$A\" printenv B", "A=1 B=\"$A\" printenv B"},
       {"A=1 env B=\"$A\" printenv B", "A=1 B=\"$A\" printenv B"},
       {"env A=\"$(head -c1)\" touch \"f$(head -c1)\"", "A=\"$(head -c1)\" touch \"f$(head -c1)\""}});
  expect_method("utility", {{"env A=1 B=\"$x\" printenv B", "A=1 B=\"$x\" printenv B"},
                            {"env A=\"$A:x\" printenv A", "A=\"$A:x\" printenv A"}});
}

TEST(ShellState, AShellThatWasChangedIsComparedByItsWords) {
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

// The shell expands words from left to right, and as often as they are written.
TEST(ShellState, WordsThatActKeepTheirOrderAndNumber) {
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
TEST(ShellState, ATestOfUnknownWordsMayCount) {
  expect_apart({{"([ $x ]); echo $z", "[ $x ]; echo $z"},
                {"(test \"$x\" \"$y\"); echo $z", "test \"$x\" \"$y\"; echo $z"},
                {"([ \"$x\" 'a[z=5]' ]); echo $z", "[ \"$x\" 'a[z=5]' ]; echo $z"},
                {"([ $x = y ]); echo $z", "[ $x = y ]; echo $z"}});
  expect_method("utility", {{"([ -n \"$x\" ]); echo $z", "[ -n \"$x\" ]; echo $z"},
                            {"([ \"$x\" = y ]); echo $z", "[ \"$x\" = y ]; echo $z"}});
}

TEST(ShellState, BuiltinRunsNoProgram) {
  expect_apart({{"builtin basename /etc/a.txt .txt", "builtin echo a"},
                {"builtin dirname a/b", "builtin echo a"},
                {"builtin ls -a -l", "builtin ls -l -a"}});
}

// After wait -p IFS the shell splits words in another way.
TEST(ShellState, WaitSetsAVariable) {
  expect_apart({{"ls & wait -n -p IFS; ls -l -a", "ls & wait -n -p IFS; ls -a -l"},
                {"ls & wait -pIFS; ls -l -a", "ls & wait -pIFS; ls -a -l"}});
  expect_method("flag_order", {{"ls & wait $p; ls -l -a", "ls & wait $p; ls -a -l"}});
}

TEST(ShellState, TheShellSetsSomeVariablesItself) {
  expect_apart(
      {{"for PWD in a b; do cd c; ls $PWD; done", "for PWD in a b; do cd c; ls \"$PWD\"; done"},
       {"for REPLY in a b; do select x in c; do ls $REPLY; done; done",
        "for REPLY in a b; do select x in c; do ls \"$REPLY\"; done; done"},
       {"for DIRSTACK in a b; do ls $DIRSTACK; done", "for DIRSTACK in a b; do ls \"$DIRSTACK\"; done"},
       {"unset HOME; echo ~", "unset HOME; echo \"$HOME\""}});
  expect_method("flag_order", {{"HOME=/x ls -l -a", "HOME=/x ls -a -l"}});
}

// The file is created, or standard input replaced, before a group's words are expanded, but after a command's
// own words are.
TEST(ShellState, AGroupIsRedirectedBeforeItsWordsAreExpanded) {
  expect_apart({{"{ echo *; } > o", "echo * > o"},
                {"if true; then ls *; fi > o", "ls * > o"},
                {"{ echo $x; } > o", "echo $x > o"},
                {"{ echo $(cat); } < f", "echo $(cat) < f"}});
  expect_method("quoting",
                {{"{ ls -l a; } > o", "ls -l a > o"}, {"{ ls *; } 2>/dev/null", "ls * 2>/dev/null"}});
}

TEST(ShellState, ASubstitutionInARedirectionLeavesItsStatus) {
  expect_apart({{"<<< \"$(cat f)\"", "true <<< \"$(cat f)\""}, {"> \"$(false)o\"", ": > \"$(false)o\""}});
}

// If o cannot be opened, ! { ls; } > o is false, and the negation inside is never evaluated.
TEST(ShellState, NegationLeavesARedirectionOfAGroupAlone) {
  expect_apart({{"! { ls; } > o", "! ls > o"},
                {"! ( ls ) > o", "! ls > o"},
                {"! if true; then ls; fi > o", "! ls > o"},
                {"! { ls; } > o", "! { { ls; } > o; }"},
                {"! { ls; pwd; } > o", "! { { ls; pwd; } > o; }"},
                {"! { ls; pwd; } > o", "! ( { ls; pwd; } > o )"},
                {"if ! { ls; } > o; then pwd; fi", "if ! ls > o; then pwd; fi"}});
  expect_method(
      "quoting",
      {{"! { ls; }", "! ls"}, {"! { { ls; } > o; }", "! ls > o"}, {"! ls | { cat; } > o", "! ls | cat > o"}});
}

TEST(ShellState, ATestMayCountWhatItNames) {
  expect_apart({{"([ -v a[i++] ]); echo $i", "[ -v a[i++] ]; echo $i"},
                {"(test -v \"$x\"); echo $i", "test -v \"$x\"; echo $i"}});
  expect_method("utility", {{"([ -v a ])", "[ -v a ]"}});
}

// If one is refused, those after it are not made; and a reference sets the variable it names.
TEST(ShellState, AssignmentsToVariablesWithAttributesKeepTheirOrder) {
  expect_apart({{"UID=1 B=2\necho \"$B\"", "B=2 UID=1\necho \"$B\""},
                {"readonly A=0\nA=1 B=2", "readonly A=0\nB=2 A=1"},
                {"declare -n A=B; A=1 B=2; echo $B", "declare -n A=B; B=2 A=1; echo $B"},
                {"declare -n r=f; for f in a b; do r='a b'; ls $f; done",
                 "declare -n r=f; for f in a b; do r='a b'; ls \"$f\"; done"}});
  expect_method("flag_order", {{"A=1 B=2", "B=2 A=1"}});
}

// A script that changes which programs are found, or how words are split, is compared word for word.
TEST(ShellState, WhatTheShellReadsIsSetInManyWays) {
  const std::string_view set[] = {"x=PATH; read \"$x\" < f",
                                  "x=PATH; printf -v \"$x\" p",
                                  "getopts p \"$x\" -p",
                                  "read $x < f",
                                  "declare -n P=PATH; P=p",
                                  "((PATH=1))",
                                  "echo $((PATH=1))",
                                  "let PATH=1",
                                  "let \"$x\"",
                                  "[[ PATH=1 -eq 1 ]]",
                                  "echo ${v:PATH=1}",
                                  "for ((PATH=1; PATH<2; PATH++)); do ls; done",
                                  "printf -vPATH p",
                                  "printf -v'PATH' p",
                                  "read -aPATH < f",
                                  "mapfile -C eval -c 1 a < f",
                                  "ls {PATH}> o"};
  for (const std::string_view each : set) {
    const std::string script(each);
    expect_apart({{script + "; ls -l -a", script + "; ls -a -l"}});
  }
  expect_apart({{"env PATH=p ls -l -a", "env PATH=p ls -a -l"},
                {"env BASH_ENV=f bash -c 'ls -l -a'", "env BASH_ENV=f bash -c 'ls -a -l'"},
                {"env 'BASH_FUNC_ls%%=() { pwd; }' bash -c 'ls -l -a'",
                 "env 'BASH_FUNC_ls%%=() { pwd; }' bash -c 'ls -a -l'"},
                {"bash -lc 'ls -l -a'", "bash -lc 'ls -a -l'"}});
  expect_method("flag_order", {{"echo $PATH; ls -l -a", "echo $PATH; ls -a -l"},
                               {"[[ $PATH == x ]]; ls -l -a", "[[ $PATH == x ]]; ls -a -l"},
                               {"read -p \"$x\" y; ls -l -a", "read -p \"$x\" y; ls -a -l"}});
}

}  // namespace
}  // namespace assay
