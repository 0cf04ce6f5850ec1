// SPDX-License-Identifier: Apache-2.0
// Entries of utilities' tables that programs contradict.
#include "verdicts.h"

namespace assay {
namespace {

TEST(RefutedTable, DashesBeforeASubcommand) {
  expect_apart({{"kubectl get pods", "kubectl -- get pods"},
                {"kubectl config view", "kubectl config -- view"},
                {"docker volume ls", "docker volume -- ls"},
                {"git stash pop", "git stash -- pop"},
                {"git remote add o u", "git remote -- add o u"},
                {"pip list --format=freeze", "pip -- list --format=freeze"},
                {"cargo build", "cargo -- build"},
                {"ps aux", "ps aux --"},
                {"fuser -k 80/tcp", "fuser -k -- 80/tcp"}});
  expect_method("flag_order",
                {{"docker rm x", "docker rm -- x"}, {"git remote add o u", "git remote add -- o u"}});
}

TEST(RefutedTable, ValuesThatMustBeAttachedOrStandAlone) {
  expect_apart({{"git diff -U 1 HEAD~2", "git diff -U1 HEAD~2"},
                {"iptables -Ln", "iptables -L -n"},
                {"iptables -Ft nat", "iptables -F -t nat"},
                {"ps -aux", "ps -a -u x"},
                {"useradd -Km a", "useradd -K -m a"}});
  expect_method("flag_order", {{"git diff -U1 -w", "git diff -w -U1"},
                               {"iptables -nL", "iptables -n -L"},
                               {"ps -ef", "ps -f -e"},
                               {"ps -eo pid -u root", "ps -e -o pid -u root"}});
}

TEST(RefutedTable, OptionsThatKeepTheirPlace) {
  expect_apart({{"ps 1234 -o comm=", "ps -o comm= 1234"},
                {"ps 1 u", "ps u 1"},
                {"git diff --diff-filter M --no-index f h", "git diff --no-index --diff-filter M f h"},
                {"curl -F a=1 --form-string b=2 u", "curl --form-string b=2 -F a=1 u"},
                {"git branch --no-contains a --merged=b", "git branch --merged=b --no-contains a"},
                {"xargs -I a -n 2 -n 1 echo", "xargs -I a -n 1 echo"}});
}

TEST(RefutedTable, NamesThatTheProgramDoesNotTake) {
  expect_apart({{"ls --time=modification -c", "ls -c"},
                {"netstat --tc", "netstat -t"},
                {"pkill --old x", "pkill -o x"},
                {"make --s", "make -s"}});
  expect_method("aliases", {{"pkill --oldest x", "pkill -o x"}});
}

// The value is the next word if that is a number, and may be that if it is another word.
TEST(RefutedTable, JournalctlTakesANumberFromTheNextWord) {
  expect_apart({{"journalctl -n 5", "journalctl 5 -n"},
                {"journalctl -u ssh -n 5", "journalctl -n -u ssh 5"},
                {"journalctl -b 1", "journalctl 1 -b"},
                {"journalctl -n all", "journalctl all -n"},
                {"journalctl -b all -q", "journalctl -b -q all"},
                {"journalctl -n \"$n\" -r", "journalctl -n -r \"$n\""}});
  expect_method("flag_order", {{"journalctl -u ssh -n 50", "journalctl -n 50 -u ssh"},
                               {"journalctl -r -n", "journalctl -n -r"},
                               {"journalctl -q -b -u ssh", "journalctl -qb -u ssh"}});
  expect_method("aliases", {{"journalctl -n 20 -u ssh", "journalctl -u ssh --lines=20"}});
}

// The value is the next word, whatever it is, and HEAD if there is none.
TEST(RefutedTable, GitTakesACommitFromTheNextWord) {
  expect_apart({{"git branch --merged -r", "git branch -r --merged"},
                {"git branch main --merged", "git branch --merged main"},
                {"git branch --no-merged -a", "git branch -a --no-merged"},
                {"git branch --contains -r", "git branch -r --contains"},
                {"git branch --no-contains -r", "git branch -r --no-contains"},
                {"git tag --contains -l", "git tag -l --contains"}});
  expect_method("flag_order", {{"git branch -r --merged main", "git branch --merged main -r"},
                               {"git branch -a --contains abc", "git branch --contains abc -a"}});
  expect_method("aliases", {{"git branch -a --merged", "git branch --all --merged"},
                            {"git branch --merged=main", "git branch --merged main"}});
}

TEST(RefutedTable, CurlsProxyIsAValue) {
  expect_apart({{"curl h.com -x p.com", "curl -x h.com p.com"},
                {"curl -xs p.com h.com", "curl -sx p.com h.com"},
                {"curl --preproxy -s p.com h.com", "curl -s --preproxy p.com h.com"}});
  expect_method("flag_order", {{"curl -x p.com h.com", "curl h.com -x p.com"}});
}

TEST(RefutedTable, SomeGitCommandsTakeEachLetterByItself) {
  expect_apart({{"git log -p -n 1", "git log -pn 1"},
                {"git log -i -p", "git log -ip"},
                {"git rev-list -i -E --grep x HEAD", "git rev-list -iE --grep x HEAD"},
                {"git diff-tree -r -p HEAD", "git diff-tree -rp HEAD"},
                {"git filter-branch -d t HEAD", "git filter-branch -dt HEAD"},
                {"git mergetool -y -g", "git mergetool -yg"}});
  expect_method("flag_order",
                {{"git log -p -n 1", "git log -n 1 -p"}, {"git shortlog -s -n", "git shortlog -sn"}});
}

}  // namespace
}  // namespace assay
