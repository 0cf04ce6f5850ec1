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

}  // namespace
}  // namespace assay
