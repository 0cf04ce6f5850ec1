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

}  // namespace
}  // namespace assay
