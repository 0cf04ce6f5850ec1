#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/store.h"
#include "sample.h"

namespace assay {
namespace {

using testing::HasSubstr;

class Merging : public testing::Test {
 protected:
  Store left() { return Store({.file = folder_ / "left.db"}); }
  Store right() { return Store({.file = folder_ / "right.db"}); }
  MergeCounts merge() { return left().merge(folder_ / "right.db"); }
  std::string refusal() {
    try {
      merge();
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing was refused";
  }
  TemporaryFolder folder_;
};

Run shard(const std::vector<Result>& results) { return {sample_info("r1"), results}; }

std::vector<std::string> rows(const Run& run) {
  std::vector<std::string> lines;
  for (const auto& each : run.results) lines.push_back(to_json_line(each));
  return lines;
}

TEST_F(Merging, TakesOverOtherRuns) {
  left().add(sample_run("r1"));
  assay::Run other = sample_run("r2");
  other.results[0].answer.stdout_bytes = std::string(9000, 'x');
  right().add(other);
  const MergeCounts counts = merge();
  EXPECT_EQ(counts.runs_added, 1);
  EXPECT_EQ(counts.runs_joined, 0);
  EXPECT_EQ(counts.results_added, 3);
  EXPECT_EQ(rows(left().load_run("r1")), rows(sample_run("r1")));
  EXPECT_EQ(rows(left().load_run("r2")), rows(other));
}

TEST_F(Merging, JoinsShardsOfOneRun) {
  left().add(shard({sample_result("a"), sample_result("c", 0.9)}));
  right().add(shard({sample_result("b", 0.0)}));
  const MergeCounts counts = merge();
  EXPECT_EQ(counts.runs_joined, 1);
  EXPECT_EQ(counts.results_added, 1);
  EXPECT_EQ(rows(left().load_run("r1")), rows(sample_run("r1")));
  EXPECT_TRUE(left().check().empty());
}

Run on_host(const std::string& host, const std::string& start, const std::string& end,
            const std::vector<Result>& results) {
  Run run = shard(results);
  run.info.host = host;
  run.info.started_at = start;
  run.info.finished_at = end;
  run.info.tool_path = "/home/" + host + "/tool";
  run.info.commit = host;
  return run;
}

// The description of the run that these stores hold together, merged in this order.
std::string merged(const TemporaryFolder& folder, const std::vector<std::string>& stores,
                   const std::string& into) {
  Store all({.file = folder / into});
  for (const auto& store : stores) all.merge(folder / store);
  return to_json(all.load_info("r1"));
}

TEST_F(Merging, TheDescriptionDoesNotDependOnTheOrder) {
  const auto day = [](int number) { return "2026-01-0" + std::to_string(number) + "T00:00:00.000Z"; };
  Store({.file = folder_ / "1.db"}).add(on_host("cat", day(2), day(5), {sample_result("a")}));
  Store({.file = folder_ / "2.db"}).add(on_host("ant", day(3), day(4), {sample_result("b", 0.0)}));
  Store({.file = folder_ / "3.db"}).add(on_host("cat", day(1), day(3), {sample_result("c", 0.9)}));
  const std::string description = merged(folder_, {"1.db", "2.db", "3.db"}, "forward.db");
  EXPECT_EQ(merged(folder_, {"3.db", "1.db", "2.db"}, "backward.db"), description);
  EXPECT_EQ(merged(folder_, {"2.db", "3.db", "2.db", "1.db", "3.db"}, "twice.db"), description);

  const RunInfo info = Store({.file = folder_ / "forward.db"}).load_info("r1");
  EXPECT_EQ(info.host, "ant, cat");
  EXPECT_EQ(info.started_at, day(1));
  EXPECT_EQ(info.finished_at, day(5));
  EXPECT_EQ(info.tool_path, "/home/ant/tool");
}

Run dealt_shard(std::size_t number, std::size_t count, const std::vector<Result>& results) {
  Run run = shard(results);
  run.info.shards = {
      .count = count, .cases = 3, .dealt_sha256 = "cccc", .asked = {number}, .command = "assay run"};
  return run;
}

TEST_F(Merging, KnowsWhichShardsHaveAskedTheirCases) {
  Store({.file = folder_ / "1.db"}).add(dealt_shard(1, 3, {sample_result("a")}));
  Store({.file = folder_ / "2.db"}).add(dealt_shard(2, 3, {sample_result("b", 0.0)}));
  Store({.file = folder_ / "3.db"}).add(dealt_shard(3, 3, {sample_result("c", 0.9)}));
  const std::string description = merged(folder_, {"1.db", "2.db", "3.db"}, "forward.db");
  EXPECT_EQ(merged(folder_, {"3.db", "1.db", "3.db", "2.db"}, "backward.db"), description);
  const auto shards = Store({.file = folder_ / "forward.db"}).load_info("r1").shards;
  EXPECT_EQ(shards.count, 3u);
  EXPECT_EQ(shards.asked, (std::vector<std::size_t>{1, 2, 3}));
}

TEST_F(Merging, RefusesShardsOfAnotherCut) {
  left().add(dealt_shard(1, 3, {sample_result("a")}));
  right().add(dealt_shard(2, 7, {sample_result("b")}));
  EXPECT_THAT(refusal(), HasSubstr("a run r1 with another number of shards: 3, not 7"));
  Store other({.file = folder_ / "other.db"});
  assay::Run otherwise = dealt_shard(2, 3, {sample_result("b")});
  otherwise.info.shards.dealt_sha256 = "dddd";
  other.add(otherwise);
  EXPECT_THROW(left().merge(folder_ / "other.db"), Error) << "other cases, or in another order";
  Store whole({.file = folder_ / "whole.db"});
  whole.add(shard({sample_result("b")}));
  EXPECT_THROW(left().merge(folder_ / "whole.db"), Error);
  EXPECT_EQ(left().count_results("r1"), 1u);
}

TEST_F(Merging, ShardsThatShareAStoreJoinTheirRun) {
  Store store = left();
  store.join_run(dealt_shard(2, 2, {}).info);
  store.add_result("r1", sample_result("b"));
  store.join_run(dealt_shard(1, 2, {}).info);
  EXPECT_EQ(store.load_info("r1").shards.asked, (std::vector<std::size_t>{1, 2}));
  EXPECT_THROW(store.join_run(dealt_shard(1, 3, {}).info), Error);
}

TEST_F(Merging, PartsWithOtherGatesAreHeldToTheStrictest) {
  assay::Run lenient = shard({sample_result("a")}), strict = shard({sample_result("b")});
  lenient.info.gate = Gate::mean;
  lenient.info.min_mean = 0.5;
  strict.info.gate = Gate::strict;
  left().add(lenient);
  right().add(strict);
  merge();
  EXPECT_EQ(left().load_info("r1").gate, Gate::strict);
}

TEST_F(Merging, TwiceIsAsOnce) {
  left().add(sample_run("r1"));
  right().add(sample_run("r2"));
  merge();
  EXPECT_EQ(merge().results_added, 0);
  EXPECT_EQ(left().count_results("r2"), 3);
  EXPECT_EQ(rows(left().load_run("r2")), rows(sample_run("r2")));
}

TEST_F(Merging, RefusesContradictions) {
  left().add(shard({sample_result("a")}));
  right().add(shard({sample_result("a", 0.0), sample_result("b")}));
  EXPECT_THAT(refusal(), HasSubstr("another result for case a, attempt 1 of run r1"));
  EXPECT_EQ(left().count_results("r1"), 1);
}

TEST_F(Merging, RefusesARunUnderOtherLimits) {
  assay::Run patient = sample_run("r1"), hasty = sample_run("r1");
  patient.info.limits = {{"timeout_ms", "30000"}};
  hasty.info.limits = {{"timeout_ms", "1000"}};
  left().add(patient);
  right().add(hasty);
  EXPECT_THAT(refusal(), HasSubstr("a run r1 with another limit timeout_ms: 30000, not 1000"));
}

TEST_F(Merging, RefusesAnotherRunOfTheSameId) {
  left().add(sample_run("r1"));
  assay::Run other = sample_run("r1");
  other.info.suite = "another";
  right().add(other);
  EXPECT_THAT(refusal(), HasSubstr("a run r1 with another suite"));
}

TEST_F(Merging, AStaleAggregateIsForgotten) {
  left().add(shard({sample_result("a")}));
  left().set_aggregate_json("r1", "{}");
  right().add(shard({sample_result("b")}));
  merge();
  EXPECT_EQ(left().aggregate_json("r1"), std::nullopt);
}

TEST_F(Merging, AMissingStoreIsAnError) { EXPECT_THAT(refusal(), HasSubstr("does not exist")); }

TEST_F(Merging, QuotesInNamesAreNames) {
  const auto odd = folder_ / "it's \"odd\".db";
  Store({.file = odd}).add(sample_run("r1"));
  EXPECT_EQ(left().merge(odd).runs_added, 1);
}

}  // namespace
}  // namespace assay
