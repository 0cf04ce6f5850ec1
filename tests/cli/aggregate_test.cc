// SPDX-License-Identifier: Apache-2.0
// The figures of a run from the aggregates of its shards, without merging their rows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "shards.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class AggregateTest : public ShardTest {
 protected:
  // Writes the aggregate of a store's run.
  std::string aggregate(const std::string& store) const {
    const Ran ran = program_.run(
        {"runs", "export", "cut", "--aggregate", "--store", store, "--output", store + ".aggregate"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    return store + ".aggregate";
  }
  Ran add_up(const std::vector<std::string>& aggregates, const std::vector<std::string>& further = {}) const {
    std::vector<std::string> arguments = {"merge", "--aggregates"};
    arguments.insert(arguments.end(), aggregates.begin(), aggregates.end());
    arguments.insert(arguments.end(), further.begin(), further.end());
    return program_.run(arguments);
  }
};

TEST_F(AggregateTest, MetricsAreThoseOfTheRunPouredTogether) {
  std::mt19937_64 random(19);
  for (const int count : {1, 2, 7, 64}) {
    const auto stores = cut(count);
    std::vector<std::string> aggregates;
    for (const auto& store : stores) aggregates.push_back(aggregate(store));
    std::ranges::shuffle(aggregates, random);
    const Ran added = add_up(aggregates, {"--metrics", "metrics.json"});
    EXPECT_EQ(added.status, 0) << count << added.err;
    EXPECT_EQ(added.out, "");
    const auto into = "merged-" + std::to_string(count) + ".db";
    merge(stores, into);
    EXPECT_EQ(program_.read("metrics.json"), report(into, "metrics.json")) << count;
  }
}

TEST_F(AggregateTest, OneProcessMayHaveAskedItAll) {
  run({"--run-id", "cut", "--store", "whole.db"});
  const Ran added = add_up({aggregate("whole.db")});
  EXPECT_EQ(added.status, 0) << added.err;
  EXPECT_EQ(added.out, report("whole.db", "metrics.json"));
}

TEST_F(AggregateTest, ShardsOfOneStoreAreOneAggregate) {
  for (int number = 1; number <= 3; ++number) shard(number, 3, "shared.db");
  const Ran added = add_up({aggregate("shared.db")});
  EXPECT_EQ(added.status, 0) << added.err;
  EXPECT_EQ(added.out, report("shared.db", "metrics.json"));
}

TEST_F(AggregateTest, MissingShardsAreNamedAndTheFiguresAreOfThoseThatAreThere) {
  const auto stores = cut(3);
  const Ran added = add_up({aggregate(stores[2]), aggregate(stores[0])});
  EXPECT_EQ(added.status, 2);
  EXPECT_THAT(added.err, AllOf(HasSubstr("error: run cut: 1 of 3 shards are missing: 2\n"),
                               HasSubstr("  next: assay run --dataset one.json two.json --recorded "
                                         "answers.jsonl --run-id cut --shard 2/3")));
  const auto metrics = nlohmann::json::parse(added.out);
  EXPECT_EQ(metrics.at("complete"), false);
  EXPECT_EQ(metrics.at("present"), 7);
}

TEST_F(AggregateTest, ARunThatLacksCasesHasNone) {
  run({"--run-id", "cut", "--store", "part.db", "--filter", "one.*"});
  const Ran ran = program_.run({"runs", "export", "cut", "--aggregate", "--store", "part.db"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("run cut has results for "), HasSubstr("of its 10 cases")));
}

// A shard may have lost a case and still be as long as a shard that is dealt the other way round.
TEST_F(AggregateTest, ALostCaseIsNoSuccess) {
  const auto stores = cut(3);
  const std::string lose = "import sqlite3; c = sqlite3.connect('" + stores[0] +
                           "'); c.execute('DELETE FROM eval_figures WHERE row_id = (SELECT max(row_id) FROM "
                           "eval_figures)'); c.commit()";
  ASSERT_EQ(program_.bash("python3 -c \"" + lose + "\"").status, 0);
  const Ran added = add_up({aggregate(stores[0]), aggregate(stores[1]), aggregate(stores[2])});
  EXPECT_EQ(added.status, 2);
  EXPECT_THAT(added.err, HasSubstr("error: run cut has results for 9 of its 10 cases"));
  EXPECT_EQ(nlohmann::json::parse(added.out).at("complete"), false);
}

TEST_F(AggregateTest, NoShardCountsTwice) {
  const auto stores = cut(3);
  const auto first = aggregate(stores[0]);
  const Ran twice = add_up({first, aggregate(stores[1]), first}, {"--metrics", "metrics.json"});
  EXPECT_EQ(twice.status, 2);
  EXPECT_THAT(twice.err, HasSubstr("holds shard 1, which cut-3-1.db.aggregate holds too"));
  EXPECT_FALSE(program_.has("metrics.json"));
}

TEST_F(AggregateTest, ShardsOfDifferentRunsAreRefused) {
  shard(1, 2, "1.db");
  run({"--run-id", "cut", "--shard", "2/2", "--min-score", "0.5", "--store", "other-score.db"});
  EXPECT_THAT(add_up({aggregate("1.db"), aggregate("other-score.db")}).err,
              HasSubstr("other-score.db.aggregate: error: 1.db.aggregate is of run cut with another minimum "
                        "score: 0.8, not 0.5"));
  shard(2, 3, "other-count.db");
  EXPECT_THAT(add_up({aggregate("1.db"), aggregate("other-count.db")}).err,
              HasSubstr("with another number of shards: 2, not 3"));
  run({"--run-id", "another", "--shard", "2/2", "--store", "another.db"});
  program_.run({"runs", "export", "another", "--aggregate", "--store", "another.db", "--output", "a"});
  const Ran refused = add_up({aggregate("1.db"), "a"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("a: error: is of run another, and 1.db.aggregate of run cut"));
}

TEST_F(AggregateTest, AFileThatIsDamagedIsRefused) {
  shard(1, 1, "s.db");
  const auto file = aggregate("s.db");
  const std::string text = program_.read(file);
  program_.file("cut", text.substr(0, text.rfind("{\"lines\"")));
  EXPECT_THAT(add_up({"cut"}).err, HasSubstr("cut:2: error: is cut short"));
  std::string changed = text;
  changed[changed.find("\"pass\":") + 7] = '9';
  program_.file("changed", changed);
  EXPECT_THAT(add_up({"changed"}).err, HasSubstr("changed: error: was changed after it was written"));
  EXPECT_THAT(add_up({"answers.jsonl"}).err,
              HasSubstr("answers.jsonl:1: error: is not an aggregate of a shard"));
  std::string newer = text;
  newer.replace(newer.find("\"version\":1"), 11, "\"version\":2");
  program_.file("newer", newer);
  EXPECT_THAT(add_up({"newer"}).err, HasSubstr("of a version that this assay does not know"));
  EXPECT_THAT(add_up({"nothing"}).err, HasSubstr("nothing: error: cannot be read"));
}

TEST_F(AggregateTest, WhatElseMergeDoesNeedsStores) {
  EXPECT_EQ(add_up({"a"}, {"--gate"}).status, 3);
  EXPECT_EQ(add_up({"a"}, {"--store", "s.db"}).status, 3);
  EXPECT_EQ(program_.run({"merge", "a", "--metrics", "m.json"}).status, 3);
  EXPECT_EQ(program_.run({"runs", "export", "--figures", "--aggregate"}).status, 3);
}

}  // namespace
}  // namespace assay
