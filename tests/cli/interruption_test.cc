// SPDX-License-Identifier: Apache-2.0
// Ctrl-C while `assay run` is asking.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <string>

#include "runs.h"

namespace assay {
namespace {

using testing::HasSubstr;

// Asking for the third case hangs until it is killed, and interrupts the program meanwhile.
constexpr char kInterrupts[] =
    "if [ \"$1\" = when ] && [ ! -e stopped ]; then touch stopped; p=$PPID\n"
    "while [ \"$(cat /proc/$p/comm)\" != assay ]; do p=$(awk '/^PPid/ {print $2}' /proc/$p/status); done\n"
    "kill -INT $p; sleep 600; fi\n"
    "case $1 in list) echo ls;; where) echo pwd;; when) echo date;; who) echo whoami;; esac\n";

constexpr char kLongTool[] =
    R"({"name": "script", "argv": ["sh", "tool.sh", "{prompt}"], "limits": {"timeout_s": 900},
 "setup": ["touch", "prepared"], "teardown": ["rm", "prepared"]})";

const std::vector<std::string> kRun = {"run",    "--dataset", "four.json", "--tool", "tool.json",
                                       "--jobs", "1",         "--resume",  "latest"};

class InterruptionTest : public testing::Test {
 protected:
  InterruptionTest() {
    runs.program().file("tool.sh", kInterrupts);
    runs.program().file("tool.json", kLongTool);
    stopped = runs.run({kRun.begin(), kRun.end() - 2});
  }

  Runs runs;
  Ran stopped;
};

TEST_F(InterruptionTest, EndsTheToolAndTearsDown) {
  EXPECT_THAT(stopped.err, HasSubstr("stopping; to go on, repeat the command line with --resume "));
  EXPECT_TRUE(runs.program().has("stopped"));
  EXPECT_FALSE(runs.program().has("prepared"));
  EXPECT_EQ(stopped.status, 128 + SIGINT) << "who started it sees the signal";
}

TEST_F(InterruptionTest, KeepsWhatHadFinishedAndAsksTheRestOnResume) {
  const auto resumed = runs.run(kRun);
  EXPECT_EQ(resumed.status, 0) << resumed.err;
  EXPECT_THAT(resumed.out, HasSubstr("4 pass"));
  EXPECT_FALSE(runs.program().has("prepared"));
}

}  // namespace
}  // namespace assay
