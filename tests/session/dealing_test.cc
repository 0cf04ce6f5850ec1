// SPDX-License-Identifier: Apache-2.0
// How cases are dealt to shards, and how shards come to share a run.
#include "assay/internal/dealing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "answers.h"
#include "assay/error.h"
#include "error_of.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;

using Environment = std::map<std::string, std::string>;

Variables variables_of(const Environment& environment) {
  return [environment](const std::string& name) -> std::optional<std::string> {
    const auto found = environment.find(name);
    return found == environment.end() ? std::nullopt : std::optional(found->second);
  };
}

std::vector<Case> cases(int count) {
  std::vector<Case> all;
  for (int i = 0; i < count; ++i) all.push_back(a_case(std::to_string(i)));
  return all;
}

std::vector<std::string> dealt_names(int count, Shard shard, Deal deal = Deal::in_turn) {
  RunInfo info;
  std::vector<std::string> names;
  for (const Case& each : dealt(cases(count), shard, info, deal)) names.push_back(each.name);
  return names;
}

RunInfo suite_info() {
  RunInfo info;
  info.suite = "nightly";
  info.tool = "tool";
  info.datasets = {{.name = "set"}};
  return info;
}

const Environment kPipeline = {{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "2"}, {"CI_PIPELINE_ID", "12"}};

TEST(DealingTest, CasesAreDealtInTurn) {
  EXPECT_THAT(dealt_names(7, {1, 3}), ElementsAre("0", "3", "6"));
  EXPECT_THAT(dealt_names(7, {3, 3}), ElementsAre("2", "5"));
  EXPECT_THAT(dealt_names(2, {3, 3}), IsEmpty());
  EXPECT_THAT(dealt_names(2, {1, 1}), ElementsAre("0", "1"));
}

TEST(DealingTest, OrBackAndForth) {
  EXPECT_THAT(dealt_names(8, {1, 3}, Deal::snake), ElementsAre("0", "5", "6"));
  EXPECT_THAT(dealt_names(8, {3, 3}, Deal::snake), ElementsAre("2", "3"));
}

TEST(DealingTest, HowTheyWereDealtIsKnownAfterwards) {
  RunInfo first, second, shorter, turned;
  dealt(cases(7), {1, 3}, first);
  dealt(cases(7), {2, 3}, second);
  dealt(cases(6), {2, 3}, shorter);
  std::vector<Case> backwards = cases(7);
  std::reverse(backwards.begin(), backwards.end());
  dealt(std::move(backwards), {2, 3}, turned);
  EXPECT_EQ(first.shards.count, 3u);
  EXPECT_EQ(first.shards.cases, 7u);
  EXPECT_EQ(first.shards.dealt_sha256, second.shards.dealt_sha256);
  EXPECT_NE(first.shards.dealt_sha256, shorter.shards.dealt_sha256);
  EXPECT_NE(first.shards.dealt_sha256, turned.shards.dealt_sha256);
  EXPECT_THAT(missing_shards(first.shards), ElementsAre(1, 2, 3));
  first.shards.asked = {1, 3};
  EXPECT_THAT(missing_shards(first.shards), ElementsAre(2));
}

TEST(DealingTest, AnOptionGoesBeforeTheEnvironment) {
  const auto both = variables_of({{"ASSAY_SHARD", "1/2"}, {"ASSAY_RUN_ID", "theirs"}});
  const Dealing environment = dealing_of({}, both);
  EXPECT_EQ(environment.shard->shard.count, 2u);
  EXPECT_EQ(environment.shard->from, "ASSAY_SHARD");
  EXPECT_EQ(environment.run_id, "theirs");
  EXPECT_EQ(environment.run_id_from, "ASSAY_RUN_ID");
  const Dealing options = dealing_of({.shard = "3/4", .run_id = "ours"}, both);
  EXPECT_EQ(options.shard->shard.count, 4u);
  EXPECT_EQ(options.run_id, "ours");
  EXPECT_FALSE(dealing_of({.shard = "none"}, variables_of({{"ASSAY_SHARD", "1/2"}})).is_shared());
}

TEST(DealingTest, NothingIsTakenThatNobodyAskedFor) {
  const Dealing dealing = dealing_of({}, variables_of(kPipeline));
  EXPECT_FALSE(dealing.is_shared());
  EXPECT_FALSE(dealing.shard);
}

TEST(DealingTest, ShardsOfOneJobDeriveOneId) {
  Environment other_node = kPipeline, other_pipeline = kPipeline;
  other_node["CI_NODE_INDEX"] = "2";
  other_pipeline["CI_PIPELINE_ID"] = "13";
  const auto id = [](const Environment& environment, const RunInfo& info) {
    return shared_run_id(dealing_of({.shard = "auto"}, variables_of(environment)), info);
  };
  const auto first = id(kPipeline, suite_info());
  EXPECT_THAT(first, MatchesRegex("[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"));
  EXPECT_EQ(id(other_node, suite_info()), first);
  EXPECT_NE(id(other_pipeline, suite_info()), first);
  RunInfo other_tool = suite_info();
  other_tool.tool = "another";
  EXPECT_NE(id(kPipeline, other_tool), first) << "one job may run several tools";
}

TEST(DealingTest, ShardsThatNothingJoinsAreRefused) {
  const Dealing dealing = dealing_of({.shard = "1/2"}, variables_of({}));
  EXPECT_THAT(error_of([&] { shared_run_id(dealing, suite_info()); }),
              HasSubstr("--run-id ID, or ASSAY_RUN_ID"));
}

TEST(DealingTest, TheFirstLineSaysWhatWasTakenAndFromWhere) {
  const Dealing dealing = dealing_of({.shard = "auto"}, variables_of(kPipeline));
  RunInfo info = suite_info();
  info.run_id = "r1";
  const auto own = dealt(cases(7), dealing.shard->shard, info);
  EXPECT_EQ(
      description_of(dealing, info, own.size()),
      "shard 1/2 (CI_NODE_INDEX=1 and CI_NODE_TOTAL=2 of GitLab) of run r1 (of GitLab CI_PIPELINE_ID=12): "
      "4 of 7 cases");
}

TEST(DealingTest, AnIdIsAWordThatMeansNothingElse) {
  for (const char* id : {"nightly", "2026-11-23.1", "a_B-9", "0195f0c4-0000-7000-8000-000000000000"})
    EXPECT_EQ(run_id_fault(id), "") << id;
  for (const char* id : {"", "a/b", ".a", "-a", "a b", "ä", "latest", "latest~1", "a.db", "a.json"})
    EXPECT_THAT(run_id_fault(id), HasSubstr("cannot be the id of a run")) << id;
  EXPECT_THAT(run_id_fault(std::string(101, 'a')), HasSubstr("1 to 100"));
  EXPECT_THROW(dealing_of({}, variables_of({{"ASSAY_RUN_ID", "../up"}})), Error);
}

}  // namespace
}  // namespace assay
