// SPDX-License-Identifier: Apache-2.0
// One run split over processes, and merged to the same bytes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>

#include "shards.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using OrderedJson = nlohmann::ordered_json;

TEST_F(ShardTest, HoweverARunIsCutItsFilesAreTheSame) {
  const Ran whole = run({"--run-id", "cut", "--store", "whole.db"});
  EXPECT_EQ(whole.status, 1) << whole.err;
  const auto metrics = without_times(report("whole.db", "metrics.json"));
  const auto rows = rows_without_times(report("whole.db", "results.jsonl"));
  ASSERT_THAT(metrics,
              AllOf(HasSubstr("\"pass\": 6"), HasSubstr("\"miss\": 3"), HasSubstr("\"unmeasured\": 1")));
  std::mt19937_64 random(19);
  for (const int count : {1, 2, 7, 64}) {
    auto stores = cut(count);
    std::ranges::shuffle(stores, random);
    const auto into = "merged-" + std::to_string(count) + ".db";
    const Ran merged = merge(stores, into, {"--gate"});
    EXPECT_EQ(merged.status, whole.status) << count << merged.out << merged.err;
    EXPECT_EQ(without_times(report(into, "metrics.json")), metrics) << count;
    EXPECT_EQ(rows_without_times(report(into, "results.jsonl")), rows) << count;
  }
}

TEST_F(ShardTest, InWhichOrderAndHowOftenStoresComeChangesNoByte) {
  const auto stores = cut(3);
  merge(stores, "forward.db");
  merge({stores[2], stores[0]}, "other.db");
  merge({stores[2], stores[1], stores[0], stores[2]}, "other.db");
  for (const char* file : {"run.json", "metrics.json", "results.jsonl", "junit.xml", "report.md"})
    EXPECT_EQ(report("forward.db", file), report("other.db", file)) << file;
}

TEST_F(ShardTest, TheFirstLineSaysWhatIsAskedAndWhoSaidSo) {
  const Ran ran = shard(3, 4, "s.db");
  EXPECT_THAT(ran.out, StartsWith("shard 3/4 (--shard) of run cut (--run-id): 2 of 10 cases\n"));
  const Ran engine = program_.bash(
      "CI_NODE_INDEX=2 CI_NODE_TOTAL=5 CI_PIPELINE_ID=7 \"$assay\" run --dataset one.json --recorded "
      "answers.jsonl "
      "--shard auto --store g.db");
  EXPECT_THAT(engine.out,
              testing::MatchesRegex("shard 2/5 \\(CI_NODE_INDEX=2 and CI_NODE_TOTAL=5 of GitLab\\) of run "
                                    "[0-9a-f-]{36} \\(of GitLab CI_PIPELINE_ID=7\\): 1 of 6 cases\n(.|\n)*"));
  const Ran json = run({"--run-id", "cut", "--shard", "3/4", "--store", "j.db", "--json"});
  EXPECT_THAT(json.err, StartsWith("shard 3/4"));
  EXPECT_EQ(OrderedJson::parse(json.out).at("present"), 2);
}

TEST_F(ShardTest, NothingIsLeftOutThatNobodyAskedToLeaveOut) {
  const Ran ran = program_.bash(
      "CI_NODE_INDEX=2 CI_NODE_TOTAL=5 GTEST_TOTAL_SHARDS=3 GTEST_SHARD_INDEX=1 \"$assay\" run --dataset "
      "one.json "
      "--recorded answers.jsonl");
  EXPECT_THAT(ran.out, HasSubstr("6 cases\n"));
  EXPECT_THAT(
      ran.err,
      StartsWith("note: CI_NODE_INDEX=2 and CI_NODE_TOTAL=5 of GitLab say that this is one of several "
                 "tasks; every case is asked here\n"));
}

TEST_F(ShardTest, AShardEndsByWhetherItAskedAllOfItsCases) {
  const Ran missing = shard(3, 5, "3.db");  // cases 2 and 7, of which 2 misses
  EXPECT_EQ(missing.status, 0) << "the gate is of the whole run";
  EXPECT_THAT(missing.out,
              HasSubstr("shard 3/5: asked all of its 2 cases; to apply the gate to the whole run"));
  const Ran empty = shard(11, 64, "empty.db");
  EXPECT_EQ(empty.status, 0) << empty.err;
  EXPECT_THAT(empty.out, HasSubstr("0 of 10 cases"));
  const Ran blind = shard(10, 10, "blind.db");  // case 9, which has no answer
  EXPECT_EQ(blind.status, 2);
  EXPECT_THAT(blind.out, HasSubstr("none of its 1 cases could be measured on this machine"));
}

TEST_F(ShardTest, MissingShardsAreNamedWithTheCommandThatRunsThem) {
  auto stores = cut(3);
  stores.erase(stores.begin() + 1);
  const Ran merged = merge(stores, "m.db", {"--gate"});
  EXPECT_EQ(merged.status, 2);
  const std::string command =
      "assay run --dataset one.json two.json --recorded answers.jsonl --run-id cut --shard 2/3 --store "
      "shard-2.db";
  EXPECT_THAT(merged.out, HasSubstr("run cut: 1 of 3 shards are missing: 2\n  next: " + command + "\n"));
  EXPECT_EQ(merge(stores, "m.db").status, 0) << "without a gate it is only said";
  const Ran json = merge(stores, "m.db", {"--gate", "--json"});
  EXPECT_THAT(json.out, HasSubstr("\"missing_shards\":[2]"));

  EXPECT_EQ(program_.bash("\"$assay\"" + command.substr(5)).status, 0) << "and that command does it";
  EXPECT_EQ(merge({"shard-2.db"}, "m.db", {"--gate"}).status, 1) << "a case missed";
}

// Copied without its write-ahead log, or killed before the first result.
TEST_F(ShardTest, AnEmptyStoreIsAMissingShard) {
  const auto stores = cut(3);
  program_.file("empty.db", "");
  const Ran merged = merge({stores[0], "empty.db", stores[2]}, "m.db", {"--gate"});
  EXPECT_EQ(merged.status, 2);
  EXPECT_THAT(merged.err, HasSubstr("empty.db: error: the store is empty\n  next: "));
  EXPECT_THAT(merged.out, HasSubstr("run cut: 1 of 3 shards are missing: 2\n"));
  EXPECT_EQ(merge({stores[0], "empty.db"}, "n.db").status, 2) << "without a gate it is no success either";
  EXPECT_THAT(merge({"empty.db"}, "o.db").err, HasSubstr("empty.db: error: the store is empty"));
}

TEST_F(ShardTest, ShardsAskTheirCasesEquallyOften) {
  run({"--run-id", "often", "--shard", "1/2", "--repeat", "3", "--store", "1.db"});
  run({"--run-id", "often", "--shard", "2/2", "--store", "2.db"});
  const Ran merged = merge({"1.db", "2.db"}, "m.db", {"--gate"});
  EXPECT_EQ(merged.status, 2);
  EXPECT_THAT(merged.err, HasSubstr("2.db: error: cannot be merged into "));
  EXPECT_THAT(merged.err, HasSubstr("number of attempts (--repeat): 3, not 1"));
}

// As after a kill: the run has no end.
TEST_F(ShardTest, ARunThatHasNotEndedHasItsGateInError) {
  run({"--run-id", "killed", "--store", "k.db"});
  execute_sql(program_.folder() / "k.db",
              "UPDATE eval_runs SET finished_at = '', config_snapshot_json = json_set(config_snapshot_json, "
              "'$.finished_at', ''); DELETE FROM eval_figures WHERE query_id > 'case-3'");
  const Ran merged = merge({"k.db"}, "m.db", {"--gate", "--output", "out"});
  EXPECT_EQ(merged.status, 2);
  EXPECT_THAT(merged.err, HasSubstr("error: run killed has not ended\n  next: "));
  EXPECT_THAT(program_.read("out/runs/killed/junit.xml"),
              HasSubstr("<error message=\"run killed has not ended\""));
  EXPECT_THAT(program_.run({"report", "killed", "--store", "k.db", "--format", "junit"}).out,
              HasSubstr("<error message=\"run killed has not ended\""));
}

TEST_F(ShardTest, ReportsOfARunThatLacksAShardHaveTheGateInError) {
  const auto stores = cut(3);
  const Ran merged = merge({stores[0], stores[2]}, "m.db", {"--gate", "--output", "out"});
  EXPECT_EQ(merged.status, 2);
  EXPECT_THAT(merged.err, HasSubstr("error: run cut: 1 of 3 shards are missing: 2\n  next: assay run "));
  const std::string junit = program_.read("out/runs/cut/junit.xml");
  EXPECT_THAT(junit, HasSubstr("<error message=\"run cut: 1 of 3 shards are missing: 2\" type=\"gate\">"));
  EXPECT_FALSE(program_.has("out/runs/latest")) << "a fragment is not the latest run";

  EXPECT_EQ(merge({stores[1]}, "m.db", {"--gate", "--output", "out"}).status, 1) << "a case missed";
  EXPECT_THAT(program_.read("out/runs/cut/junit.xml"), Not(HasSubstr("are missing")));
  EXPECT_TRUE(program_.has("out/runs/latest/metrics.json"));
}

TEST_F(ShardTest, TheGateOfTheMergedRunIsItsOwn) {
  for (int number = 1; number <= 2; ++number)
    run({"--run-id", "lenient", "--shard", std::to_string(number) + "/2", "--min-mean", "0.5", "--store",
         std::to_string(number) + ".db"});
  const Ran merged = merge({"1.db", "2.db"}, "m.db", {"--gate", "--output", "out"});
  EXPECT_EQ(merged.status, 0) << merged.out << merged.err;
  EXPECT_TRUE(program_.has("out/runs/latest/metrics.json"));
}

TEST_F(ShardTest, APartOfTheCasesIsCutAndJudgedAlone) {
  for (int number = 1; number <= 2; ++number)
    run({"--run-id", "part", "--filter", "*.case?[01]", "--shard", std::to_string(number) + "/2", "--store",
         std::to_string(number) + ".db"});
  EXPECT_EQ(merge({"1.db", "2.db"}, "m.db", {"--gate"}).status, 0);
  run({"--run-id", "part", "--shard", "2/2", "--store", "other.db"});
  const Ran mixed = merge({"1.db", "other.db"}, "x.db", {"--gate"});
  EXPECT_EQ(mixed.status, 2);
  EXPECT_THAT(mixed.err,
              HasSubstr("another set of cases, or another order of them, that was dealt to its shards"));
}

TEST_F(ShardTest, ShardsThatDoNotBelongTogetherAreRefused) {
  shard(1, 2, "1.db");
  shard(2, 3, "other-count.db");
  const Ran counts = merge({"1.db", "other-count.db"}, "a.db", {"--gate"});
  EXPECT_EQ(counts.status, 2);
  EXPECT_THAT(counts.err, HasSubstr("another number of shards: 2, not 3"));

  run({"--run-id", "cut", "--shard", "2/2", "--min-score", "0.5", "--store", "other-score.db"});
  EXPECT_THAT(merge({"1.db", "other-score.db"}, "b.db").err,
              HasSubstr("another minimum score: 0.8, not 0.5"));

  const auto with_tool = [&](const std::string& program, int seconds, const std::string& store) {
    program_.file(
        "tool.json",
        OrderedJson{{"name", "tool"}, {"argv", {program, "{prompt}"}}, {"limits", {{"timeout_s", seconds}}}}
            .dump());
    program_.run({"run", "--dataset", "one.json", "--tool", "tool.json", "--run-id", "asked", "--shard",
                  store.substr(0, 1) + "/2", "--store", store});
  };
  with_tool("echo", 9, "1-asked.db");
  with_tool("printf", 9, "2-other-tool.db");
  with_tool("echo", 7, "2-other-limit.db");
  const auto refused = [&](const std::string& other) {
    const Ran ran = merge({"1-asked.db", other}, "of-" + other);
    EXPECT_EQ(ran.status, 2) << other;
    return ran.err;
  };
  EXPECT_THAT(refused("2-other-tool.db"), HasSubstr("a run asked with another tool"));
  EXPECT_THAT(refused("2-other-limit.db"), HasSubstr("another description of the tool"));
  program_.file("one.json", program_.read("one.json") + "\n");
  with_tool("echo", 9, "2-other-dataset.db");
  EXPECT_THAT(refused("2-other-dataset.db"), HasSubstr("another dataset one"));

  run({"--run-id", "another", "--shard", "2/2", "--store", "other-run.db"});
  const Ran runs = merge({"1.db", "other-run.db"}, "c.db", {"--gate"});
  EXPECT_EQ(runs.status, 2);
  EXPECT_THAT(
      runs.err,
      HasSubstr("--gate: the stores have 2 runs, and the gate is of one: another (in other-run.db), cut"));
  EXPECT_THAT(program_.run({"runs", "--store", "c.db"}).out, Not(HasSubstr("cut"))) << "nothing was taken";

  program_.file("answers.jsonl", OrderedJson{{"id", "case-0"}, {"answer", "whoami"}}.dump() + "\n");
  shard(1, 2, "again.db");
  EXPECT_EQ(merge({"1.db", "again.db"}, "d.db").status, 2) << "of other answers";
}

TEST_F(ShardTest, AShardThatWasAskedTwiceHasOneOfItsAnswers) {
  shard(1, 2, "first.db");
  shard(1, 2, "again.db");
  const Ran merged = merge({"first.db", "again.db"}, "m.db");
  EXPECT_EQ(merged.status, 2);
  EXPECT_THAT(merged.err,
              AllOf(HasSubstr("has another result for case"), HasSubstr("asked twice merge one store")));
}

TEST_F(ShardTest, ATaskThatIsStartedAgainGoesOn) {
  const Ran first = shard(1, 2, "s.db");
  const Ran again = shard(1, 2, "s.db");
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(OrderedJson::parse(program_.run({"runs", "--store", "s.db", "--json"}).out).size(), 1u);
  const Ran otherwise = shard(1, 3, "s.db");
  EXPECT_EQ(otherwise.status, 2);
  EXPECT_THAT(otherwise.err, HasSubstr("another number of shards: 2, not 3"));
  EXPECT_EQ(run({"--run-id", "cut", "--store", "s.db"}).status, 2) << "nor none";
}

TEST_F(ShardTest, ShardsOfOneMachineMayShareAStore) {
  for (int number = 1; number <= 3; ++number) EXPECT_EQ(shard(number, 3, "shared.db").status, 0);
  const auto metrics = without_times(report("shared.db", "metrics.json"));
  run({"--run-id", "cut", "--store", "whole.db"});
  EXPECT_EQ(metrics, without_times(report("whole.db", "metrics.json")));
}

TEST_F(ShardTest, WhatCannotBeShardedIsSaid) {
  const Ran nameless = run({"--shard", "1/2"});
  EXPECT_EQ(nameless.status, 2);
  EXPECT_THAT(nameless.err, HasSubstr("--run-id ID, or ASSAY_RUN_ID"));
  const Ran nonsense = run({"--shard", "3/2", "--run-id", "x"});
  EXPECT_EQ(nonsense.status, 2);
  EXPECT_THAT(nonsense.err, HasSubstr("--shard 3/2 is not a part of a run: number 3 of 2"));
  EXPECT_EQ(run({"--run-id", "a/b"}).status, 3);
  EXPECT_EQ(run({"--run-id", "a", "--resume", "b"}).status, 3);
  const Ran reports = run({"--shard", "1/2", "--run-id", "x", "--output", "out"});
  EXPECT_THAT(reports.err, HasSubstr("assay merge STORES --gate --output DIR"));
  EXPECT_FALSE(program_.has("assay.db")) << "nothing was begun";
}

TEST_F(ShardTest, ARunIsNamedByTheEnvironment) {
  const Ran ran = program_.bash(
      "ASSAY_RUN_ID=nightly-1 ASSAY_SHARD=2/3 \"$assay\" run --dataset one.json --recorded answers.jsonl");
  EXPECT_THAT(ran.out, StartsWith("shard 2/3 (ASSAY_SHARD) of run nightly-1 (ASSAY_RUN_ID): 2 of 6 cases\n"));
  EXPECT_THAT(program_.run({"runs"}).out, HasSubstr("nightly-1"));
}

}  // namespace
}  // namespace assay
