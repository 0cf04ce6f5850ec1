// SPDX-License-Identifier: Apache-2.0
// Suites that several processes or machines run in shards: one run in the store.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "stored_project.h"

namespace assay {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

class ShardTest : public StoredProject {};

TEST_F(ShardTest, ShardsAreOneRun) {
  configure("GRANULARITY SHARDS 2");
  EXPECT_EQ(project.ctest("-j2").status, 0);
  EXPECT_THAT(assay("runs").output, ContainsRegex("3 results of +3 cases .*% passed  finished +demo"));
}

TEST_F(ShardTest, ShardsOfSeveralMachinesAreMergedToOneRun) {
  configure();
  ASSERT_EQ(project.ctest("-N").status, 0);
  for (const std::string i : {"2", "4", "1", "3"}) {
    const auto ran = project.sh("ASSAY_STORE=$PWD/shard-" + i + ".db " + project.runner_command() +
                                " --assay_shard=" + i + "/4 --assay_run=cut");
    EXPECT_THAT(ran.output, testing::StartsWith("shard " + i + "/4 (--shard) of run cut (--run-id): " +
                                                (i == "4" ? "0" : "1") + " of 3 cases\n"));
  }
  const auto partly = assay("merge shard-1.db shard-3.db --store all.db --gate");
  EXPECT_EQ(partly.status, 2);
  EXPECT_THAT(partly.output, HasSubstr("run cut: 2 of 4 shards are missing: 2, 4\n"));
  const auto merged = assay("merge shard-4.db shard-2.db --store all.db --gate");
  EXPECT_EQ(merged.status, 0) << merged.output;
  EXPECT_THAT(merged.output, HasSubstr("3 pass, 0 miss"));
}

TEST_F(ShardTest, GoogleTestsOwnShardsShareARunThatHasAnId) {
  configure();
  ASSERT_EQ(project.ctest("-N").status, 0);
  for (const std::string i : {"0", "1"})
    project.sh("GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=" + i + " ASSAY_RUN_ID=both " +
               project.runner_command());
  EXPECT_THAT(assay("runs").output, ContainsRegex("both.*3 results of +3 cases .*% passed"));
}

TEST_F(ShardTest, AShardThatTwoThingsNumberOtherwiseAsksNothing) {
  configure();
  ASSERT_EQ(project.ctest("-N").status, 0);
  const auto both = project.sh("GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=0 " + project.runner_command() +
                               " --assay_shard=2/2 --assay_run=cut");
  EXPECT_EQ(both.status, 2);
  EXPECT_THAT(both.output,
              HasSubstr("two things say which shard this is: GTEST_SHARD_INDEX=0 and GTEST_TOTAL_SHARDS=2; "
                        "--shard is 2/2"));
  const auto filtered = project.runner("--assay_shard=1/2 --assay_run=cut --gtest_filter=set.right");
  EXPECT_EQ(filtered.status, 2) << filtered.output;
  EXPECT_FALSE(std::filesystem::exists(store()));
}

}  // namespace
}  // namespace assay
