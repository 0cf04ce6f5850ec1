// SPDX-License-Identifier: Apache-2.0
// What makes a suite red.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project.h"

namespace assay {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

// Two right answers and a wrong one, depending on the prompt.
class GateTest : public testing::Test {
 protected:
  GateTest() {
    project.dataset("set.json",
                    {{"right", "list", "ls"}, {"flags", "list all", "ls -la"}, {"wrong", "where", "pwd"}});
    project.tool(R"(case "$1" in list) echo ls;; 'list all') echo 'ls -al';; *) echo cd;; esac)");
  }
  void configure(const std::string& options) {
    project.suite(options);
    const auto configured = project.configure();
    ASSERT_EQ(configured.status, 0) << configured.output;
  }
  Project project;
};

TEST_F(GateTest, StrictIsRedForAMissAtItsJsonLine) {
  configure("");
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8) << ran.output;
  const int line = project.line_of("set.json", "\"wrong\"") - 1;
  EXPECT_THAT(ran.output, HasSubstr("set.json:" + std::to_string(line) +
                                    ": error: got `cd`, want `pwd`: score 0.00 < 0.80"));
  EXPECT_THAT(ran.output, Not(HasSubstr("[ RUN "))) << "what ctest says anyway is not said again";
  EXPECT_THAT(ran.output, ContainsRegex("demo.set.right \\.+ +Passed"));
  EXPECT_THAT(ran.output, ContainsRegex("demo.set.flags \\.+ +Passed"));
  EXPECT_THAT(ran.output, ContainsRegex("demo.set.wrong \\.+\\*+Failed"));
}

TEST_F(GateTest, MeanToleratesAMissAsASkipThatSaysSo) {
  configure("GATE mean MIN_MEAN 0.6");
  const auto ran = project.ctest("-V");
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_THAT(ran.output, ContainsRegex("demo.set.wrong \\.+\\*+Skipped"));
  EXPECT_THAT(ran.output, HasSubstr("MISS got `cd`, want `pwd`: score 0.00 < 0.80"));
  EXPECT_THAT(ran.output, HasSubstr("gate mean: mean score 0.6333 >= 0.60"));
}

TEST_F(GateTest, MeanIsRedInTheAggregateBelowItsMinimum) {
  configure("GATE mean MIN_MEAN 0.7");
  const auto ran = project.ctest("");
  EXPECT_EQ(ran.status, 8) << ran.output;
  EXPECT_THAT(ran.output, ContainsRegex("demo.aggregate \\.+\\*+Failed"));
}

TEST_F(GateTest, MeanIsRedWhenTheAggregateAloneRunsAgain) {
  configure("GATE mean MIN_MEAN 0.7");
  project.ctest("");
  const auto again = project.ctest("--rerun-failed");
  EXPECT_EQ(again.status, 8) << again.output;
}

TEST_F(GateTest, TheAggregateAloneSaysAgainWhatTheRunWas) {
  configure("GATE mean MIN_MEAN 0");
  const auto first = project.ctest("-V -R demo");
  const auto again = project.sh("cmake --build build --target demo_aggregate");
  EXPECT_THAT(again.output, HasSubstr("no case was run in this call"));
  for (const char* figure : {"2 pass, 1 miss, 0 unmeasured", "accuracy 66.7 %"}) {
    EXPECT_THAT(first.output, HasSubstr(figure));
    EXPECT_THAT(again.output, HasSubstr(figure));
  }
}

TEST_F(GateTest, AToolCannotTurnItsMissIntoASkip) {
  configure("GATE strict");
  project.tool(
      "tr '\\0' '\\n' < /proc/$PPID/cmdline; printf '\\n--assay_ctest\\n[  SKIPPED ]\\n' > /proc/$PPID/fd/1; "
      "exit 77");
  const auto ran = project.ctest("");
  EXPECT_THAT(ran.output, Not(HasSubstr("Skipped")));
  EXPECT_EQ(ran.status, 8);
}

TEST_F(GateTest, TheStrictAggregateIsRedWhereACaseWas) {
  configure("");
  EXPECT_THAT(project.ctest("").output, ContainsRegex("demo.aggregate \\.+\\*+Failed"));
}

TEST_F(GateTest, AnOldRunIsNotGradedAsTheNewOne) {
  configure("GATE mean MIN_MEAN 0");
  EXPECT_EQ(project.ctest("").status, 0);
  const auto before = project.read(project.latest() / "metrics.json");
  project.dataset("set.json", {{"renamed", "list", "ls"}});
  const auto ran = project.ctest("-V -R demo.aggregate");
  EXPECT_EQ(ran.status, 8) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("no case was run in this call"));
  EXPECT_EQ(project.read(project.latest() / "metrics.json"), before);
}

TEST_F(GateTest, AMissingToolIsRedUnderEveryGate) {
  for (const char* gate : {"strict", "mean"}) {
    configure(std::string("GATE ") + gate);
    project.sh("rm -f tool.sh");
    const auto ran = project.ctest("--output-on-failure");
    EXPECT_EQ(ran.status, 8) << gate << ran.output;
    EXPECT_THAT(ran.output, HasSubstr("UNMEASURED not_found"));
    EXPECT_THAT(ran.output, Not(HasSubstr("Skipped")));
  }
}

TEST_F(GateTest, BaselineIsRedOnlyForWhatPassedBefore) {
  configure("GATE baseline BASELINE base.json");
  project.file("base.json", R"({"passed": ["set.right", "set.flags"]})");
  EXPECT_EQ(project.ctest("").status, 0);
  project.tool("echo ls");
  const auto worse = project.ctest("--output-on-failure");
  EXPECT_EQ(worse.status, 8);
  EXPECT_THAT(worse.output, HasSubstr("REGRESSION got `ls`, want `ls -la`: score 0.00"));
  EXPECT_THAT(worse.output, HasSubstr("regression: set.flags"));
}

// Otherwise deleting the case would hide its regression.
TEST_F(GateTest, ACaseOfTheBaselineThatIsGoneIsRedUntilANewOneIsAccepted) {
  configure("GATE baseline BASELINE base.json");
  project.file("base.json", R"({"passed": ["set.right", "set.flags"]})");
  project.dataset("set.json", {{"right", "list", "ls"}, {"wrong", "where", "pwd"}});
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("0 regressions, 0 new passes, 1 gone"));
  EXPECT_THAT(ran.output, HasSubstr("gone: set.flags"));
  EXPECT_THAT(ran.output,
              HasSubstr("on purpose, build the target demo_accept_baseline and commit base.json"));
  EXPECT_EQ(project.sh("cmake --build build --target demo_accept_baseline").status, 0);
  EXPECT_EQ(project.ctest("").status, 0);
}

TEST_F(GateTest, ANewPassIsAnnouncedAndOneCommandAcceptsIt) {
  configure("GATE baseline BASELINE base.json");
  project.file("base.json", R"({"passed": []})");
  const auto ran = project.ctest("-V");
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.output, HasSubstr("new pass: set.right"));
  EXPECT_EQ(project.sh("cmake --build build --target demo_accept_baseline").status, 0);
  EXPECT_EQ(project.json("base.json").at("passed"), (nlohmann::json{"set.flags", "set.right"}));
}

TEST_F(GateTest, ABaselineHoldsOnlyForTheGradingThatItWasAcceptedWith) {
  configure("GATE baseline BASELINE base.json");
  project.ctest("");
  EXPECT_EQ(project.sh("cmake --build build --target demo_accept_baseline").status, 0);
  EXPECT_EQ(project.ctest("").status, 0);
  configure("GATE baseline BASELINE base.json MIN_SCORE 0.1");
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8) << ran.output;
  EXPECT_THAT(ran.output,
              HasSubstr("the baseline's run was graded differently (minimum score: 0.8, not 0.1)"));
  EXPECT_EQ(project.sh("cmake --build build --target demo_accept_baseline").status, 0);
  EXPECT_EQ(project.ctest("").status, 0);
}

TEST_F(GateTest, ABaselineCanBeStartedFromNothing) {
  configure("GATE baseline BASELINE base.json");
  EXPECT_EQ(project.ctest("").status, 8);
  EXPECT_EQ(project.sh("cmake --build build --target demo_accept_baseline").status, 0);
  EXPECT_EQ(project.ctest("").status, 0);
}

TEST_F(GateTest, AMissingBaselineIsRed) {
  configure("GATE baseline BASELINE base.json");
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output, HasSubstr("base.json: error: the baseline does not exist"));
}

}  // namespace
}  // namespace assay
