// SPDX-License-Identifier: Apache-2.0
// One way through a run, whatever its source.
#include "assay/internal/perform_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/internal/aggregated_run.h"
#include "assay/internal/json.h"
#include "assay/internal/metrics_json.h"
#include "assay/internal/run_folder.h"
#include "error_of.h"
#include "suite_files.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class PerformRunTest : public testing::Test {
 protected:
  PerformedRun perform(std::unique_ptr<RunSource> source) {
    said_.clear();
    const auto note = [this](const std::string& text) { said_ += text; };
    return perform_run(*source, {.say = note, .note = note});
  }
  RunPlace place() const { return {.store = files_.folder / "runs.db", .suite = ""}; }
  RunRequest request(std::size_t limit) const {
    RunRequest request{.suite = {.datasets = {files_.dataset("one.json", "one")}, .tool = files_.answers()},
                       .place = place()};
    request.part.limit = limit;
    return request;
  }
  Store stored(const assay::Run& run) const {
    Store store({.file = place().store});
    store.add(run);
    return store;
  }

  SuiteFiles files_;
  std::string said_;
};

TEST_F(PerformRunTest, OfASelectionTheCasesDecideAlsoIfItsAnswersAreGradedAgain) {
  EXPECT_EQ(perform(asked_run(request(2))).status, kFailed);
  const PerformedRun first = perform(asked_run(request(1)));
  EXPECT_EQ(first.status, kPassed);
  const std::string id = first.view.info.run_id;
  const PerformedRun again = perform(regraded_run(id, {}, place()));
  EXPECT_EQ(again.status, kPassed);
  EXPECT_EQ(again.view.info.parent_run_id, id);
  EXPECT_EQ(again.view.gate.outcome, GateOutcome::partial);
  EXPECT_TRUE(Store({.file = again.store}).aggregate_json(again.view.info.run_id));
}

TEST_F(PerformRunTest, WhatIsCountedOnTheWayIsWhatTheRowsSay) {
  const PerformedRun first = perform(asked_run(request(2)));
  const PerformedRun again = perform(regraded_run(first.view.info.run_id, {}, place()));
  for (const PerformedRun* run : {&first, &again}) {
    ASSERT_TRUE(run->counted);
    const RunView read = view_of(run->rows, run->options);
    EXPECT_EQ(run->view.summary.present, 2u);
    EXPECT_EQ(to_json(run->view.summary), to_json(read.summary));
    EXPECT_EQ(to_json(run->view.info), to_json(read.info));
    EXPECT_EQ(run->view.gate.why, read.gate.why);
    EXPECT_EQ(run->view.miss_names, read.miss_names);
    EXPECT_EQ(Store({.file = run->store}).aggregate_json(read.info.run_id), to_json(read.summary));
  }
}

TEST_F(PerformRunTest, ARunThatCannotBeGradedAgainLeavesNothing) {
  const PerformedRun first = perform(asked_run(request(2)));
  SuiteSettings settings;
  settings.levels = {"hit@1"};  // of queries
  settings.given = {"levels"};
  EXPECT_THAT(error_of([&] { perform(regraded_run(first.view.info.run_id, settings, place())); }),
              HasSubstr("cannot grade"));
  EXPECT_THAT(Store({.file = first.store}).run_ids(), ElementsAre(first.view.info.run_id));
}

TEST_F(PerformRunTest, RowsOfARunThatHasNotEndedAreReportedAsAnError) {
  const assay::Run run = sample_run("r1");
  const auto output = files_.folder / "out";
  const PerformedRun merged = perform(merged_run(stored(run), run.info, output));
  EXPECT_EQ(merged.status, kError);
  EXPECT_THAT(said_, HasSubstr("error: run r1 has not ended"));
  EXPECT_TRUE(std::filesystem::exists(merged.folder / "run.json"));
  EXPECT_THAT(latest_run(output / "runs"), IsEmpty());
  EXPECT_EQ(perform(regraded_run("r1", {}, place())).status, kError);
  EXPECT_THAT(said_, HasSubstr("error: run r1 has not ended")) << "nor does it end when it is graded again";
}

TEST_F(PerformRunTest, RowsOfAWholeRunAreJudgedByItsGateAndBecomeTheLatest) {
  assay::Run run = sample_run("r1");
  run.info.finished_at = run.info.started_at;
  const auto output = files_.folder / "out";
  EXPECT_EQ(perform(merged_run(stored(run), run.info, output)).status, kFailed) << "a case missed";
  EXPECT_THAT(said_, IsEmpty());
  EXPECT_EQ(latest_run(output / "runs"), "r1");
}

TEST_F(PerformRunTest, StoresToBeJudgedHoldOneRun) {
  const std::vector<std::filesystem::path> sources = {files_.folder / "1.db", files_.folder / "2.db"};
  for (const char* id : {"r1", "r2"}) Store({.file = sources[id[1] - '1']}).add(sample_run(id));
  std::vector<std::size_t> added;
  const auto taken = [&](const auto&, const MergeCounts& counts) { added.push_back(counts.results_added); };
  EXPECT_THAT(error_of([&] { merge_stores(sources, place(), MergedFor::judging, {}, taken); }),
              HasSubstr("the stores have 2 runs, and the gate is of one: r1 (in "));
  EXPECT_THAT(added, IsEmpty()) << "nothing is merged then";
  const MergedStores merged = merge_stores(sources, place(), MergedFor::keeping, {}, taken);
  EXPECT_THAT(added, ElementsAre(3u, 3u));
  EXPECT_EQ(merged.runs.size(), 2u);
}

// Rows in the fragments of a suite's tests.
class AggregatedRunTest : public PerformRunTest {
 protected:
  PerformedRun aggregate(const std::filesystem::path& store, std::vector<Reporter> reporters = {}) {
    const assay::Run run = sample_run("r1");
    BestEffortStore optional(store);
    return perform(aggregated_run({.suite = suite_,
                                   .reporters = std::move(reporters),
                                   .now = run.info,
                                   .store = optional,
                                   .fragments = {run.results, {}},
                                   .problems = {},
                                   .left = {}}));
  }
  Suite suite_{.name = "demo", .output = files_.folder / "demo"};
};

TEST_F(AggregatedRunTest, IsReportedThoughItsStoreFails) {
  suite_.min_mean = 0.5, suite_.gate = Gate::mean;
  EXPECT_EQ(aggregate(files_.folder / "runs.db").status, kPassed);
  std::filesystem::remove_all(suite_.output);
  const PerformedRun unstored = aggregate(files_.folder.path());  // no file
  EXPECT_EQ(unstored.status, kError);
  EXPECT_EQ(unstored.view.gate.outcome, GateOutcome::held);
  EXPECT_FALSE(unstored.unstored.empty());
  EXPECT_TRUE(std::filesystem::exists(unstored.folder / "run.json"));
  EXPECT_THAT(read_file(suite_report(suite_)), HasSubstr("tests=\"3\""));
  EXPECT_EQ(latest_run(suite_.runs()), "r1");
}

TEST_F(AggregatedRunTest, IsStoredThoughItsReportsFail) {
  const Reporter broken{"own.txt",
                        [](const assay::Run&, std::ostream&) { throw Error(Problem{.what = "no report"}); }};
  EXPECT_THAT(error_of([&] { aggregate(files_.folder / "runs.db", {broken}); }), HasSubstr("no report"));
  EXPECT_EQ(Store({.file = files_.folder / "runs.db"}).count_results("r1"), 3u);
  EXPECT_THAT(latest_run(suite_.runs()), IsEmpty());
}

TEST_F(AggregatedRunTest, ThatHasReportsKeepsThem) {
  aggregate("");
  const auto report = suite_.runs() / "r1" / "report.md";
  std::ofstream(report) << "kept";
  const PerformedRun again = aggregate("");
  EXPECT_TRUE(again.has_reports);
  EXPECT_EQ(again.status, kFailed) << "a case missed";
  EXPECT_EQ(read_file(report), "kept");
}

}  // namespace
}  // namespace assay
