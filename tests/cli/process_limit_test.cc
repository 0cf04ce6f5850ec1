// SPDX-License-Identifier: Apache-2.0
// Under each small limit of processes and threads, another start fails: the program ends by itself, with a
// status and a reason.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

#include "runs.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

class ProcessLimitTest : public testing::Test {
 protected:
  // The limit does not hold for root, and counts all processes of a user.
  void SetUp() override {
    const auto can = runs.program().bash(
        "chmod 755 . && cp \"$assay\" own && chown -R 64321:64321 . && "
        "prlimit --nproc=3 setpriv --reuid=64321 --regid=64321 --clear-groups ./own --version");
    if (can.status == 0) return;
    if (std::getenv("ASSAY_MUST_RUN") != nullptr) FAIL() << can.err;
    GTEST_SKIP() << "cannot run the program as another user: " << can.err;
  }

  Ran limited(int most, const std::string& arguments) const {
    return runs.program().bash(
        "chown -R 64321:64321 .; exec timeout -k 5 60 prlimit --nproc=" + std::to_string(most) +
        " setpriv --reuid=64321 --regid=64321 --clear-groups ./own " + arguments);
  }

  Runs runs;
};

TEST_F(ProcessLimitTest, EndsEveryCommandWithAStatusAndAReason) {
  runs.recorded(kTwoRight, {"--name", "a"});
  runs.recorded(kAllRight, {"--name", "b"});
  runs.scripted(kAnswers);  // leaves tool.json
  runs.program().file("pairs.jsonl",
                      "{\"instruction\": \"list\", \"expected\": \"ls\", \"generated\": \"ls -a\"}\n");
  for (int most = 1; most <= 12; ++most)
    for (const std::string command :
         {"run --dataset four.json --recorded recorded.jsonl", "run --dataset four.json --tool tool.json",
          "run --dataset four.json --recorded recorded.jsonl --levels exact,judge --judge http://localhost:1 "
          "--judge-model m",
          "regrade a", "evaluate --data pairs.jsonl --profile text", "compare a b"}) {
      const auto ran = limited(most, command);
      EXPECT_LT(ran.status, 3) << most << ": " << command << ": " << ran.err;
      EXPECT_NE(ran.out + ran.err, "") << most << ": " << command;
      EXPECT_THAT(ran.err, Not(HasSubstr("terminate called"))) << most << ": " << command;
    }
}

TEST_F(ProcessLimitTest, IsNamedByTheRunThatNeedsAThread) {
  runs.recorded(kAllRight);
  const auto ran = limited(1, "run --dataset four.json --recorded recorded.jsonl");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("cannot start a thread: Resource temporarily unavailable\n  next: raise"));
}

}  // namespace
}  // namespace assay
