// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include "error_of.h"
#include "store_file.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

// The kinds of store that are merged.
struct StoreKinds {
  StoreKind into, from;
};

class Merging : public testing::TestWithParam<StoreKinds> {
 protected:
  void SetUp() override {
    SKIP_WITHOUT_SERVER(GetParam().into);
    SKIP_WITHOUT_SERVER(GetParam().from);
  }
  Store left() { return Store({.file = into_.place("left")}); }
  Store right() { return Store({.file = from_.place("right")}); }
  MergeCounts merge() { return left().merge(from_.place("right")); }
  std::string refusal() {
    return error_of([&] { merge(); });
  }
  // Of a refusal that says so of the source.
  std::string start_of_refusal() {
    return from_.place("right").string() + ": error: cannot be merged into " + into_.place("left").string() +
           ", which has ";
  }
  StorePlaces into_{GetParam().into};
  StorePlaces from_{GetParam().from};
};

Run shard(const std::vector<Result>& results) { return {sample_info("r1"), results}; }

std::vector<std::string> texts_of_rows(const Run& run) {
  std::vector<std::string> lines;
  for (const auto& each : run.results) lines.push_back(to_json_line(each));
  return lines;
}

TEST_P(Merging, TakesOverOtherRuns) {
  left().add(sample_run("r1"));
  assay::Run other = sample_run("r2");
  other.results[0].answer.stdout_bytes = std::string(9000, 'x');
  right().add(other);
  const MergeCounts counts = merge();
  EXPECT_EQ(counts.runs_added, 1);
  EXPECT_EQ(counts.runs_joined, 0);
  EXPECT_EQ(counts.results_added, 3);
  EXPECT_EQ(texts_of_rows(left().load_run("r1")), texts_of_rows(sample_run("r1")));
  EXPECT_EQ(texts_of_rows(left().load_run("r2")), texts_of_rows(other));
}

TEST_P(Merging, JoinsShardsOfOneRun) {
  left().add(shard({sample_result("a"), sample_result("c", 0.9)}));
  right().add(shard({sample_result("b", 0.0)}));
  const MergeCounts counts = merge();
  EXPECT_EQ(counts.runs_joined, 1);
  EXPECT_EQ(counts.results_added, 1);
  EXPECT_EQ(texts_of_rows(left().load_run("r1")), texts_of_rows(sample_run("r1")));
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

// The description of the run that results from merging these stores in this order.
std::string merged(StorePlaces& into, StorePlaces& from, const std::vector<std::string>& stores,
                   const std::string& name) {
  Store all({.file = into.place(name)});
  for (const auto& store : stores) all.merge(from.place(store));
  return to_json(all.load_info("r1"));
}

TEST_P(Merging, TheDescriptionDoesNotDependOnTheOrder) {
  const auto day = [](int number) { return "2026-01-0" + std::to_string(number) + "T00:00:00.000Z"; };
  Store({.file = from_.place("1")}).add(on_host("cat", day(2), day(5), {sample_result("a")}));
  Store({.file = from_.place("2")}).add(on_host("ant", day(3), day(4), {sample_result("b", 0.0)}));
  Store({.file = from_.place("3")}).add(on_host("cat", day(1), day(3), {sample_result("c", 0.9)}));
  const std::string description = merged(into_, from_, {"1", "2", "3"}, "forward");
  EXPECT_EQ(merged(into_, from_, {"3", "1", "2"}, "backward"), description);
  EXPECT_EQ(merged(into_, from_, {"2", "3", "2", "1", "3"}, "twice"), description);

  const RunInfo info = Store({.file = into_.place("forward")}).load_info("r1");
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

TEST_P(Merging, KnowsWhichShardsHaveAskedTheirCases) {
  Store({.file = from_.place("1")}).add(dealt_shard(1, 3, {sample_result("a")}));
  Store({.file = from_.place("2")}).add(dealt_shard(2, 3, {sample_result("b", 0.0)}));
  Store({.file = from_.place("3")}).add(dealt_shard(3, 3, {sample_result("c", 0.9)}));
  const std::string description = merged(into_, from_, {"1", "2", "3"}, "forward");
  EXPECT_EQ(merged(into_, from_, {"3", "1", "3", "2"}, "backward"), description);
  const auto shards = Store({.file = into_.place("forward")}).load_info("r1").shards;
  EXPECT_EQ(shards.count, 3u);
  EXPECT_EQ(shards.asked, (std::vector<std::size_t>{1, 2, 3}));
}

TEST_P(Merging, RefusesShardsOfAnotherCut) {
  left().add(dealt_shard(1, 3, {sample_result("a")}));
  right().add(dealt_shard(2, 7, {sample_result("b")}));
  EXPECT_THAT(refusal(), HasSubstr("a run r1 with another number of shards: 3, not 7"));
  Store other({.file = from_.place("other")});
  assay::Run otherwise = dealt_shard(2, 3, {sample_result("b")});
  otherwise.info.shards.dealt_sha256 = "dddd";
  other.add(otherwise);
  EXPECT_THROW(left().merge(from_.place("other")), Error) << "other cases, or in another order";
  Store whole({.file = from_.place("whole")});
  whole.add(shard({sample_result("b")}));
  EXPECT_THROW(left().merge(from_.place("whole")), Error);
  EXPECT_EQ(left().count_results("r1"), 1u);
}

TEST_P(Merging, ShardsThatShareAStoreJoinTheirRun) {
  Store store = left();
  store.join_run(dealt_shard(2, 2, {}).info);
  store.add_result("r1", sample_result("b"));
  store.join_run(dealt_shard(1, 2, {}).info);
  EXPECT_EQ(store.load_info("r1").shards.asked, (std::vector<std::size_t>{1, 2}));
  EXPECT_THROW(store.join_run(dealt_shard(1, 3, {}).info), Error);
}

TEST_P(Merging, PartsWithOtherGatesAreHeldToTheStrictest) {
  assay::Run lenient = shard({sample_result("a")}), strict = shard({sample_result("b")});
  lenient.info.gate = Gate::mean;
  lenient.info.min_mean = 0.5;
  strict.info.gate = Gate::strict;
  left().add(lenient);
  right().add(strict);
  merge();
  EXPECT_EQ(left().load_info("r1").gate, Gate::strict);
}

TEST_P(Merging, TwiceIsAsOnce) {
  left().add(sample_run("r1"));
  right().add(sample_run("r2"));
  merge();
  EXPECT_EQ(merge().results_added, 0);
  EXPECT_EQ(left().count_results("r2"), 3);
  EXPECT_EQ(texts_of_rows(left().load_run("r2")), texts_of_rows(sample_run("r2")));
}

TEST_P(Merging, RefusesContradictions) {
  left().add(shard({sample_result("a")}));
  right().add(shard({sample_result("a", 0.0), sample_result("b")}));
  EXPECT_THAT(refusal(),
              StartsWith(start_of_refusal() + "another result for case a, attempt 1 of run r1\n  next: "));
  EXPECT_EQ(left().count_results("r1"), 1);
}

TEST_P(Merging, RefusesARunUnderOtherLimits) {
  assay::Run patient = sample_run("r1"), hasty = sample_run("r1");
  patient.info.limits = {{"timeout_ms", "30000"}};
  hasty.info.limits = {{"timeout_ms", "1000"}};
  left().add(patient);
  right().add(hasty);
  EXPECT_THAT(refusal(), HasSubstr("a run r1 with another limit timeout_ms: 30000, not 1000"));
}

TEST_P(Merging, RefusesAnotherRunOfTheSameId) {
  left().add(sample_run("r1"));
  assay::Run other = sample_run("r1");
  other.info.suite = "another";
  right().add(other);
  EXPECT_THAT(refusal(), StartsWith(start_of_refusal() + "a run r1 with another suite\n  next: "));
}

TEST_P(Merging, AStaleAggregateIsForgotten) {
  left().add(shard({sample_result("a")}));
  left().set_aggregate_json("r1", "{}");
  right().add(shard({sample_result("b")}));
  merge();
  EXPECT_EQ(left().aggregate_json("r1"), std::nullopt);
}

TEST_P(Merging, AMissingStoreIsAnError) {
  EXPECT_THAT(refusal(),
              HasSubstr(GetParam().from == StoreKind::file ? "does not exist" : "the store is empty"));
}

TEST_P(Merging, TextsThatAServerRefusesComeBackAsTheyWere) {
  assay::Run odd = sample_run(std::string("r\0\xff", 3));
  odd.info.name = "\x1A";
  right().add(odd);
  merge();
  EXPECT_EQ(left().run_ids(), std::vector{odd.info.run_id});
  EXPECT_EQ(left().resolve("\x1A"), odd.info.run_id);
  EXPECT_TRUE(left().check().empty());
}

INSTANTIATE_TEST_SUITE_P(Of, Merging,
                         testing::Values(StoreKinds{StoreKind::file, StoreKind::file},
                                         StoreKinds{StoreKind::server, StoreKind::file},
                                         StoreKinds{StoreKind::file, StoreKind::server},
                                         StoreKinds{StoreKind::server, StoreKind::server}),
                         [](const auto& pair) {
                           return name_of(pair.param.from) + "Into" + name_of(pair.param.into);
                         });

TEST(MergingFiles, NamesTheStoreThatIsDamaged) {
  const TemporaryFolder folder;
  const auto damaged = folder / "damaged.db";
  {
    assay::Run run = sample_run("r1");
    for (int i = 0; i < 500; ++i) run.results.push_back(sample_result("d" + std::to_string(i)));
    Store({.file = damaged}).add(run);
  }
  const auto size = static_cast<std::streamoff>(std::filesystem::file_size(damaged));
  std::fstream(damaged, std::ios::in | std::ios::out | std::ios::binary)
      .seekp(size / 4)
      .write(std::string(static_cast<std::size_t>(size / 2), '\xff').data(), size / 2);
  Store store({.file = folder / "left.db"});
  EXPECT_THAT([&] { store.merge(damaged); },
              testing::ThrowsMessage<Error>(
                  AllOf(StartsWith(damaged.string() + ": error: "), HasSubstr("the store is damaged"))));
  EXPECT_TRUE(store.run_ids().empty()) << "nothing was taken";
}

TEST(MergingFiles, QuotesInNamesAreNames) {
  const TemporaryFolder folder;
  const auto odd = folder / "it's \"odd\".db";
  Store({.file = odd}).add(sample_run("r1"));
  EXPECT_EQ(Store({.file = folder / "left.db"}).merge(odd).runs_added, 1);
}

}  // namespace
}  // namespace assay
