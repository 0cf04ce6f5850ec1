// Scripts that can see how they are written, and what a subshell keeps from its shell.
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

TEST(Subshell, KeepsFromItsShellWhatThisWouldSee) {
  expect_method("utility", {{"(ls; date) > o", "{ ls; date; } > o"}});
  expect_apart({{"(cat <(ls)); wait $!", "cat <(ls); wait $!"},
                {"({ ls; } {fd}> o); echo $fd", "{ ls; } {fd}> o; echo $fd"},
                {"(RANDOM=1; echo $RANDOM); echo $RANDOM", "RANDOM=1; echo $RANDOM; echo $RANDOM"},
                {"(echo $RANDOM); echo $RANDOM", "echo $RANDOM; echo $RANDOM"}});
}

}  // namespace
}  // namespace assay
