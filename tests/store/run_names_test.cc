// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "assay/internal/store_metrics.h"
#include "store_file.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class RunNamesTest : public StoreTest {};

TEST_P(RunNamesTest, RunsAreListedNewestFirst) {
  Store store = open();
  store.add(sample_run("r1", "2026-01-01T00:00:00.000Z"));
  store.add(sample_run("r3", "2026-01-03T00:00:00.000Z"));
  store.add(sample_run("r2", "2026-01-02T00:00:00.000Z"));
  std::vector<std::string> ids;
  for (const auto& each : store.list_runs()) ids.push_back(each.run_id);
  EXPECT_THAT(ids, ElementsAre("r2", "r3", "r1")) << "in the order in which they came";
  EXPECT_EQ(store.list_runs().front().results, 3);
  EXPECT_TRUE(store.list_runs("other suite").empty());
}

// Otherwise a regression would look like a win after the clock was set back.
TEST_P(RunNamesTest, LatestIsTheRunThatCameLastWhateverTheClockSaid) {
  Store store = open();
  store.add(sample_run("0002", "2026-01-02T00:00:00.000Z"));
  store.add(sample_run("0001", "2026-01-01T00:00:00.000Z"));
  EXPECT_EQ(store.resolve("latest"), "0001");
  EXPECT_EQ(store.resolve("latest~1"), "0002");
}

TEST_P(RunNamesTest, NamesOfRuns) {
  Store store = open();
  EXPECT_THAT(error_of([&] { store.resolve("latest"); }), HasSubstr("no runs"));
  store.add(sample_run("0194-aa", "2026-01-01T00:00:00.000Z"));
  store.add(sample_run("0194-ab", "2026-01-02T00:00:00.000Z"));
  EXPECT_EQ(store.resolve("latest"), "0194-ab");
  EXPECT_EQ(store.resolve("latest~"), "0194-aa");
  EXPECT_EQ(store.resolve("latest~1"), "0194-aa");
  EXPECT_EQ(store.resolve("0194-aa"), "0194-aa");
  EXPECT_EQ(store.resolve("0194-ab", "correctness"), "0194-ab");
  EXPECT_THAT(error_of([&] { store.resolve("latest~2"); }), HasSubstr("only 2"));
  EXPECT_THAT(error_of([&] { store.resolve("0194"); }), HasSubstr("the beginning of 2 runs"));
  EXPECT_THAT(error_of([&] { store.resolve("zz"); }), HasSubstr("no run zz"));
  EXPECT_THAT(error_of([&] { store.resolve(""); }), HasSubstr("no run"));
}

TEST_P(RunNamesTest, ANameIsOfTheNewestRunThatHasIt) {
  Store store = open();
  for (const char* id : {"0194-aa", "0194-ab", "0194-ac"}) {
    assay::Run run = sample_run(id);
    run.info.name = std::string(id) == "0194-ac" ? "new" : "old";
    store.add(run);
  }
  EXPECT_EQ(store.resolve("old"), "0194-ab");
  EXPECT_EQ(store.resolve("new", "correctness"), "0194-ac");
  EXPECT_THAT(error_of([&] { store.resolve("new", "other suite"); }), HasSubstr("no runs of suite"));
  EXPECT_EQ(store.list_runs().front().name, "new");
  EXPECT_EQ(store.load_info("0194-aa").name, "old");
}

TEST_P(RunNamesTest, PassRatesAreOfWhatWasMeasured) {
  Store store = open();
  assay::Run run = sample_run("r1");
  run.results[0].grade.status = Status::unmeasured;
  run.results[1].grade.status = Status::miss;
  run.results[2].grade.status = Status::pass;
  store.add(run);
  const StoredRun listed = store.list_runs().front();
  EXPECT_EQ(listed.passed, 1u);
  EXPECT_EQ(listed.measured, 2u);
  EXPECT_EQ(listed.pass_rate(), 0.5);
  for (auto& each : run.results) each.grade.status = Status::unmeasured;
  run.info.run_id = "r2";
  store.add(run);
  EXPECT_EQ(store.list_runs().front().pass_rate(), std::nullopt) << "not measured is not failed";
}

TEST_P(RunNamesTest, ARepeatedCaseCountsByItsLastAttemptAsInASummary) {
  Store store = open();
  assay::Run run = sample_run("r1");
  const auto attempt = [&](const char* id, int number, Status status) {
    Result result = sample_result(id, 1.0, number);
    result.grade.status = status;
    return result;
  };
  run.results = {attempt("a", 1, Status::miss),  attempt("a", 2, Status::pass),
                 attempt("b", 1, Status::pass),  attempt("b", 2, Status::unmeasured),
                 attempt("c", 10, Status::pass), attempt("c", 1, Status::miss),
                 attempt("c", 9, Status::miss)};
  store.add(run);
  const StoredRun listed = store.list_runs().front();
  EXPECT_EQ(listed.results, 7);
  EXPECT_EQ(listed.passed, 2);
  EXPECT_EQ(listed.measured, 2);
  EXPECT_EQ(listed.pass_rate(), compute_aggregate(store, "r1").summary.all.accuracy);
}

// A run of three cases of which only one was asked, as after `ctest -R one_case`.
assay::Run one_case_run(const std::string& run_id, const std::string& started) {
  assay::Run run = sample_run(run_id, started);
  run.info.finished_at = started;
  run.results.resize(1);
  return run;
}
TEST_P(RunNamesTest, LatestIsTheNewestCompleteRun) {
  Store store = open();
  store.add(one_case_run("r1", "2026-01-01T00:00:00.000Z"));
  store.add(one_case_run("r2", "2026-01-02T00:00:00.000Z"));
  EXPECT_EQ(store.resolve("latest"), "r2") << "where none is complete, the newest";
  EXPECT_EQ(store.resolve("latest~1"), "r1");
  store.add(sample_run("r3", "2026-01-03T00:00:00.000Z"));
  store.add(one_case_run("r4", "2026-01-04T00:00:00.000Z"));
  store.add(sample_run("r5", "2026-01-05T00:00:00.000Z"));
  store.add(one_case_run("r6", "2026-01-06T00:00:00.000Z"));
  EXPECT_EQ(store.resolve("latest"), "r5");
  EXPECT_EQ(store.resolve("latest~1"), "r3");
  EXPECT_THAT(error_of([&] { store.resolve("latest~2"); }), HasSubstr("only 2 complete runs"));
  EXPECT_EQ(store.resolve("latest", "", Latest::any), "r6");
  EXPECT_EQ(store.resolve("latest~2", "", Latest::any), "r4");
  EXPECT_EQ(store.resolve("r6"), "r6");
}

TEST_P(RunNamesTest, ACaseThatWasRepeatedIsNotTheWholeRun) {
  Store store = open();
  assay::Run run = one_case_run("r1", "2026-01-01T00:00:00.000Z");
  run.results = {sample_result("a", 1.0, 1), sample_result("a", 1.0, 2), sample_result("a", 1.0, 3)};
  store.add(run);
  EXPECT_FALSE(store.is_complete("r1"));
  EXPECT_EQ(store.list_runs().front().results, 3);
  EXPECT_EQ(store.list_runs().front().cases, 1);
  store.add_results("r1", sample_run("r1").results);
  EXPECT_TRUE(store.is_complete("r1"));
  EXPECT_THAT(error_of([&] { store.is_complete("r9"); }), HasSubstr("no run r9"));
}

TEST_P(RunNamesTest, TheDefaultIsNamedByTheEnvironment) {
  setenv("ASSAY_STORE", "/some/where.db", 1);
  EXPECT_EQ(default_store_file(), "/some/where.db");
  unsetenv("ASSAY_STORE");
  EXPECT_EQ(default_store_file(), "assay.db");
}

FOR_BOTH_STORES(RunNamesTest);

}  // namespace
}  // namespace assay
