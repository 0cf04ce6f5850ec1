// SPDX-License-Identifier: Apache-2.0
// Scripts that can see how they are written, and what a subshell hides from its shell.
#include "verdicts.h"

namespace assay {
namespace {

TEST(SelfReference, ShowsWhatOtherRulesWouldHide) {
  expect_apart({{"(echo $BASHPID)", "echo $BASHPID"},
                {"(echo \"$(echo $BASH_SUBSHELL)\")", "echo \"$(echo $BASH_SUBSHELL)\""},
                {"(echo $BASH_SUBSHELL) | cat", "{ (echo $BASH_SUBSHELL); } | cat"},
                {"ls -a -l; echo $_", "ls -l -a; echo $_"},
                {"ls -a -l; echo \"${_}\"", "ls -l -a; echo \"${_}\""},
                {"ls; echo $LINENO", "ls\necho $LINENO"},
                {"echo $BASH_COMMAND", "echo \"$BASH_COMMAND\""},
                {"(false | true); echo ${PIPESTATUS[0]}", "false | true; echo ${PIPESTATUS[0]}"},
                {"cat f | wc -l; echo ${PIPESTATUS[@]}", "wc -l < f; echo ${PIPESTATUS[@]}"},
                {"bash -c 'ls -a -l; echo $_'", "bash -c 'ls -l -a; echo $_'"},
                {"sleep 020 & jobs", "sleep 20 & jobs"},
                {"f() { echo $FUNCNAME; }; f", "f() { echo \"$FUNCNAME\"; }; f"}});
}

TEST(SelfReference, TheSameTextIsTheSame) {
  EXPECT_EQ(compare("echo $LINENO", "echo $LINENO").verdict, Equivalence::equivalent);
  EXPECT_EQ(compare("echo $LINENO", "echo  $LINENO").why, "$LINENO shows how the command itself is written");
}

TEST(SelfReference, BlanksAreSeenByFewOfThem) {
  expect_method("whitespace",
                {{"echo $BASH_SOURCE", " echo  $BASH_SOURCE "}, {"ls; echo $_", "ls ;echo $_"}});
  expect_apart({{"echo $BASH_EXECUTION_STRING", " echo $BASH_EXECUTION_STRING"},
                {"echo $_; echo $LINENO", "echo $_\necho $LINENO"},
                {"echo $BASHPID; echo $LINENO", "echo $BASHPID\necho $LINENO"}});
}

TEST(SelfReference, NamesOfOthersAreNone) {
  expect_method("flag_order", {{"ls -a -l $LINENOS", "ls -l -a $LINENOS"},
                               {"ls -a -l; echo $_x", "ls -l -a; echo $_x"},
                               {"sort -n -r f | perl -ne 'print $_'", "sort -r -n f | perl -ne 'print $_'"}});
}

TEST(SelfReference, DiffPrintsHowItWasCalled) {
  expect_method("rewrite", {{"diff -u -b a b", "diff -b -u a b"}, {"diff -U 3 a b", "diff -u a b"}});
  expect_method("flag_order", {{"diff -q -r a b", "diff -r -q a b"}});
  expect_apart({{"diff -r -u a b", "diff -ru a b"}, {"diff -l -b a b", "diff -b -l a b"}});
}

TEST(Environment, LocalesAndModesThatChangeWhatArgumentsMean) {
  expect_method("flag_order", {{"LC_ALL=C sort -n -r f", "LC_ALL=C sort -r -n f"}});
  expect_apart({{"LC_ALL=tr_TR.UTF-8 grep -i FILE f", "LC_ALL=tr_TR.UTF-8 grep -i file f"},
                {"env LC_ALL=tr_TR.UTF-8 grep -i FILE f", "env LC_ALL=tr_TR.UTF-8 grep -i file f"},
                {"LANG=$l grep -i FILE f", "LANG=$l grep -i file f"},
                {"export LC_CTYPE=az_AZ; grep -i FILE f", "export LC_CTYPE=az_AZ; grep -i file f"},
                {"env POSIXLY_CORRECT=1 ls a -l", "env POSIXLY_CORRECT=1 ls -l a"}});
}

// The shell's own state can be named in many ways, and anywhere.
TEST(Environment, CommandsThatChangeTheShellUnderAnyName) {
  expect_apart({{"command eval \"$x\"; ls -l -a", "command eval \"$x\"; ls -la"},
                {"builtin -- set -k; ls -l -a", "builtin -- set -k; ls -la"},
                {"\"eval\" \"$x\"; ls -l -a", "\"eval\" \"$x\"; ls -la"},
                {"\\eval \"$x\"; ls -l -a", "\\eval \"$x\"; ls -la"},
                {"$x; ls -l -a", "$x; ls -la"},
                {"{ \"$x\" f; ls -l -a; } | wc", "{ \"$x\" f; ls -la; } | wc"},
                {"e{val,} f; ls -l -a", "e{val,} f; ls -la"},
                {"command export POSIXLY_CORRECT; ls d -l", "command export POSIXLY_CORRECT; ls -l d"}});
  expect_method("flag_order", {{"\"$x\"/tool; ls -l -a", "\"$x\"/tool; ls -la"},
                               {"ls | $x | ls -l -a", "ls | $x | ls -la"},
                               {"command; ls -l -a", "command; ls -la"},
                               {"command ls; ls -l -a", "command ls; ls -la"}});
}

TEST(Environment, WordsAreReadWithTheirBracesWrittenOut) {
  expect_method("quoting", {{"d{iff,}", "diff d"}, {"l{s,x} -a", "ls lx -a"}, {"{ls,-a}; ls", "ls -a; ls"}});
  expect_method("flag_order", {{"{ls,d} -l -a", "ls d -la"}});
  expect_apart({{"command e{val,} x; ls -l -a", "command eval e x; ls -la"},
                {"read {PATH,x}; ls -l -a", "read PATH x; ls -la"},
                {"env {LC_ALL,LANG}=tr_TR grep -i FILE f", "env {LC_ALL,LANG}=tr_TR grep -i file f"}});
}

TEST(Environment, VariablesOfTheShellUnderAnyCommand) {
  expect_apart(
      {{"printf -v PATH x; ls -l -a", "printf -v PATH x; ls -la"},
       {"read -r PATH; ls -l -a", "read -r PATH; ls -la"},
       {"for LC_ALL in C tr_TR; do sort -n -r f; done", "for LC_ALL in C tr_TR; do sort -r -n f; done"}});
  expect_method("flag_order", {{"read -r path; ls -l -a", "read -r path; ls -la"},
                               {"echo PATH; ls -l -a", "echo PATH; ls -la"},
                               {"for i in C; do ls -l -a; done", "for i in C; do ls -la; done"}});
}

TEST(Environment, ASubstitutionIsAShellOfItsOwn) {
  expect_apart({{"echo $(ls() { rm f; }; ls -l -a)", "echo $(ls() { rm f; }; ls -la)"},
                {"cat <(eval \"$x\"; ls -l -a)", "cat <(eval \"$x\"; ls -la)"},
                {"x=$(POSIXLY_CORRECT=1; ls d -l)", "x=$(POSIXLY_CORRECT=1; ls -l d)"},
                {"ls() { rm f; }; echo $(ls -l -a)", "ls() { rm f; }; echo $(ls -la)"}});
  expect_method("flag_order", {{"echo $(eval \"$x\"); ls -l -a", "echo $(eval \"$x\"); ls -la"},
                               {"echo $(ls() { rm f; }); ls -l -a", "echo $(ls() { rm f; }); ls -la"},
                               {"echo $(export X=1); ls -l -a", "echo $(export X=1); ls -la"}});
  expect_method("aliases", {{"echo $(export LS=1); head -n 10 f", "echo $(export LS=1); head f"}});
  expect_apart({{"echo $(export LS=1; head -n 10 f)", "echo $(export LS=1; head f)"}});
}

TEST(Environment, AFunctionOfTheNameThatAnotherNameStandsFor) {
  expect_apart(
      {{"grep() { :; }; egrep x f", "grep() { :; }; grep -E x f"},
       {"test() { :; }; [ a ]", "test() { :; }; test a"},
       {"ls() { :; }; export -f ls; bash -c 'ls -l -a'", "ls() { :; }; export -f ls; bash -c 'ls -la'"}});
  expect_method("utility", {{"sed() { :; }; egrep x f", "sed() { :; }; grep -E x f"}});
}

TEST(Subshell, KeepsFromItsShellWhatThisWouldSee) {
  expect_method("utility", {{"(ls; date) > o", "{ ls; date; } > o"}});
  expect_apart({{"(cat <(ls)); wait $!", "cat <(ls); wait $!"},
                {"({ ls; } {fd}> o); echo $fd", "{ ls; } {fd}> o; echo $fd"},
                {"(RANDOM=1; echo $RANDOM); echo $RANDOM", "RANDOM=1; echo $RANDOM; echo $RANDOM"},
                {"(echo $RANDOM); echo $RANDOM", "echo $RANDOM; echo $RANDOM"}});
}

}  // namespace
}  // namespace assay
