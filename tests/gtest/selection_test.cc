// SPDX-License-Identifier: Apache-2.0
// The ways in which GoogleTest and ctest select, repeat, shuffle and shard tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project.h"

namespace assay {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

class SelectionTest : public testing::Test {
 protected:
  SelectionTest() {
    std::vector<Asked> cases;
    for (int i = 0; i < 9; ++i)
      cases.push_back({"c" + std::to_string(i), "prompt " + std::to_string(i), "ls"});
    project.dataset("set.json", cases);
    project.tool("echo \"$1\" >> \"$LOG\"; echo ls");
    project.suite("ENV LOG=" + (project.root() / "asked.log").string());
    project.configure();
    project.ctest("-N");
  }
  std::size_t asked() const {
    const auto log = project.read("asked.log");
    return static_cast<std::size_t>(std::count(log.begin(), log.end(), '\n'));
  }
  Project project;
};

TEST_F(SelectionTest, AFilterAsksOnlyItsCases) {
  const auto ran = project.runner("--gtest_filter='set.c[12]:set.c1:set.c2'");
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_EQ(asked(), 2u);
}

TEST_F(SelectionTest, AFilterThatSelectsNothingIsAnError) {
  const auto ran = project.runner("--gtest_filter=set.nothing");
  EXPECT_EQ(ran.status, 3);
  EXPECT_THAT(ran.output, HasSubstr("no case of suite demo matches"));
}

TEST_F(SelectionTest, AnArgumentThatNobodyKnowsIsAnErrorAndNothingIsAsked) {
  for (const std::string argument : {"--assay_frob", "--assay_frob=1", "--assay_junit=loose"}) {
    const auto ran = project.runner(argument);
    EXPECT_EQ(ran.status, 2) << argument;
    EXPECT_THAT(ran.output, HasSubstr("error: unknown argument " + argument + "\n  next: arguments: "));
  }
  EXPECT_EQ(asked(), 0u);
}

TEST_F(SelectionTest, RepeatsAreKeptAsAttempts) {
  const auto ran = project.runner("--gtest_repeat=3 --gtest_filter=set.c1");
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_EQ(asked(), 3u);
}

TEST_F(SelectionTest, ShuffledCasesEachGetTheirOwnResult) {
  const auto ran = project.runner("--gtest_shuffle --gtest_random_seed=7");
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_EQ(asked(), 9u);
  EXPECT_THAT(project.results(project.latest()), SizeIs(9));
}

TEST_F(SelectionTest, ShardsShareTheCasesAndMissNone) {
  for (int i = 0; i < 3; ++i)
    project.sh("GTEST_TOTAL_SHARDS=3 GTEST_SHARD_INDEX=" + std::to_string(i) + " " +
               project.runner_command());
  EXPECT_EQ(asked(), 9u);
}

TEST_F(SelectionTest, FailFastCancelsWhatIsQueued) {
  project.tool("echo \"$1\" >> \"$LOG\"; [ \"$1\" = 'prompt 0' ] || exec sleep 30; echo wrong");
  const auto ran = project.runner("--gtest_fail_fast");
  EXPECT_EQ(ran.status, 1);
  EXPECT_LT(asked(), 9u);
  EXPECT_THAT(ran.output, HasSubstr("PARTIAL"));
}

TEST_F(SelectionTest, CtestPicksByName) {
  const auto ran = project.ctest("-R 'demo.set.c[12]$'");
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_EQ(asked(), 2u);
}

TEST_F(SelectionTest, APartOfTheCasesIsVisiblyPartialAndDoesNotBecomeTheLatest) {
  const auto ran = project.ctest("-V -R 'demo.set.c1$'");
  EXPECT_THAT(ran.output, HasSubstr("PARTIAL 1 of 9 cases present"));
  EXPECT_THAT(ran.output, ContainsRegex("demo.aggregate \\.+\\*+Skipped"));
  EXPECT_FALSE(std::filesystem::exists(project.latest()));
}

TEST_F(SelectionTest, CtestPicksByLabelAndInParallel) {
  const auto ran = project.ctest("-j 4 -L '^demo$'");
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_EQ(asked(), 9u);
  EXPECT_THAT(project.results(project.latest()), SizeIs(9));
  EXPECT_THAT(project.run_ids(), SizeIs(1));
}

TEST_F(SelectionTest, EachCaseIsLabelledByCategoryRiskAndTags) {
  const auto ran = project.ctest("--print-labels");
  for (const char* label : {"demo", "category:listing", "risk:safe", "basic"})
    EXPECT_THAT(ran.output, HasSubstr(label));
}

TEST(LabelsTest, CannotSteerATerminal) {
  Project project;
  project.dataset("set.json", {{"one", "list", "ls", {{"category", "a\u009b2Jb"}, {"tags", {"\u202etag"}}}}});
  project.tool("echo ls");
  project.suite("");
  project.configure();
  const auto ran = project.ctest("--print-labels");
  EXPECT_THAT(ran.output, HasSubstr("category:a_u{009B}2Jb"));
  EXPECT_THAT(ran.output, HasSubstr("_u{202E}tag"));
}

}  // namespace
}  // namespace assay
