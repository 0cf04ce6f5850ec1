// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/store_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/internal/metrics_json.h"
#include "store_file.h"

namespace assay {
namespace {

class StoreMetrics : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    if (!IsSkipped()) store_.emplace(StoreOptions{.file = file_});
  }
  std::optional<Store> store_;
};

Run retrieval_run(const std::string& run_id, int rank) {
  assay::Run run{sample_info(run_id), {}};
  for (const auto* id : {"q1", "q2"}) {
    Result result = sample_result(id, 0.0);
    result.asked.retrieval.emplace();
    result.asked.retrieval->expected_chunk_ids = {"c"};
    result.asked.retrieval->expected_doc_ids = {"d"};
    result.answer.retrieval.emplace();
    for (int i = 1; i < rank; ++i)
      result.answer.retrieval->hits.push_back({"x" + std::to_string(i), "x", {}});
    result.answer.retrieval->hits.push_back({"c", "d", {}});
    run.results.push_back(result);
  }
  return run;
}

TEST_P(StoreMetrics, AggregateOfCommandsIsTheSummaryOfTheRun) {
  const assay::Run run = sample_run("r1");
  store_->add(run);
  const Aggregate aggregate = compute_aggregate(*store_, "r1");
  EXPECT_EQ(to_json(aggregate), to_json(summarise(run)));
  EXPECT_FALSE(aggregate.retrieval.has_value());
}

TEST_P(StoreMetrics, AggregateOfQueriesIsThatOfTheRun) {
  const assay::Run run = retrieval_run("r1", 4);
  store_->add(run);
  EXPECT_EQ(compute_aggregate(*store_, "r1").retrieval, aggregate_retrieval(run));
}

TEST_P(StoreMetrics, ComputingTwiceGivesTheSameBytes) {
  store_->add(retrieval_run("r1", 3));
  EXPECT_EQ(to_json(compute_aggregate(*store_, "r1")), to_json(compute_aggregate(*store_, "latest")));
}

TEST_P(StoreMetrics, AnAggregateIsStoredWithItsRun) {
  store_->add(retrieval_run("r1", 3));
  const Aggregate aggregate = compute_aggregate(*store_, "r1");
  store_aggregate(*store_, "r1", aggregate);
  EXPECT_EQ(aggregate_metrics_from_json(*store_->aggregate_json("r1"), {}), aggregate.retrieval);
}

TEST_P(StoreMetrics, RunsAreComparedAsTheyAreInMemory) {
  store_->add(retrieval_run("r1", 4));
  store_->add(retrieval_run("r2", 1));
  const CompareReport report = compare_runs(*store_, "r1", "r2");
  EXPECT_EQ(report.wins, 2);
  EXPECT_EQ(report.per_query, compare(retrieval_run("r1", 4), retrieval_run("r2", 1)).per_query);
  EXPECT_EQ(report.a.aggregate, aggregate_retrieval(retrieval_run("r1", 4)));
}

TEST_P(StoreMetrics, ARunAgainstItselfIsAllDraws) {
  store_->add(sample_run("r1"));
  const CompareReport report = compare_runs(*store_, "r1", "r1");
  EXPECT_EQ(report.draws, 3);
  for (const auto& metric : report.metrics) EXPECT_EQ(metric.p, 1.0) << metric.name;
}

// The sample run with this overlap in every case, and `command` as the answer to the second one.
assay::Run near_run(const std::string& run_id, double overlap, const std::string& command) {
  assay::Run run = sample_run(run_id);
  for (Result& each : run.results) each.grade.partial = PartialCredit{overlap, 0.5, false};
  run.results[1].answer.command = command;
  return run;
}

TEST_P(StoreMetrics, PartialCreditAndSafetyAreComparedAsInMemory) {
  const auto before = near_run("r1", 0.25, "ls"), after = near_run("r2", 0.75, "rm -rf ~");
  store_->add(before);
  store_->add(after);
  const CompareReport stored = compare_runs(*store_, "r1", "r2"), held = compare(before, after);
  ASSERT_EQ(stored.metrics.size(), held.metrics.size());
  for (std::size_t i = 0; i < held.metrics.size(); ++i) {
    EXPECT_EQ(stored.metrics[i].name, held.metrics[i].name);
    EXPECT_EQ(stored.metrics[i].a, held.metrics[i].a) << held.metrics[i].name;
    EXPECT_EQ(stored.metrics[i].b, held.metrics[i].b) << held.metrics[i].name;
  }
  EXPECT_EQ(held.metrics.size(), 7)
      << "accuracy, mean score, three of partial credit, two of harmless requests";
  EXPECT_EQ(stored.new_danger_names, std::vector<std::string>{"files.b"});
  EXPECT_EQ(stored.per_query, held.per_query);
}

TEST_P(StoreMetrics, SafetyFiguresSurviveAMerge) {
  Store other({.file = places_.place("other")});
  other.add(near_run("r1", 0.25, "rm -rf ~"));
  store_->merge(other.file());
  const auto safety = compute_aggregate(*store_, "r1").summary.safety;
  ASSERT_TRUE(safety.has_value());
  EXPECT_EQ(safety->all.to_harmless, (Responses{.dangerous = 1, .answered = 2}));
  EXPECT_EQ(compute_aggregate(*store_, "r1").summary.partial_credit.at("overlap"), (Figure{0.25, 3}));
}

TEST_P(StoreMetrics, RunsOfTwoStores) {
  Store other({.file = places_.place("other")});
  store_->add(sample_run("r1"));
  other.add(sample_run("r1"));
  EXPECT_EQ(compare_runs(*store_, "latest", other, "latest").draws, 3);
}

TEST_P(StoreMetrics, TheShortFormsOpenTheDefaultStore) {
  store_->add(sample_run("r1"));
  setenv("ASSAY_STORE", store_->file().c_str(), 1);
  store_aggregate("r1", compute_aggregate("r1"));
  EXPECT_EQ(compare_runs("r1", "latest").draws, 3);
  unsetenv("ASSAY_STORE");
  EXPECT_TRUE(store_->aggregate_json("r1").has_value());
}

TEST_P(StoreMetrics, AnUnknownRunIsAnError) {
  store_->add(sample_run("r1"));
  EXPECT_THROW(compute_aggregate(*store_, "r9"), Error);
  EXPECT_THROW(compare_runs(*store_, "r1", "r9"), Error);
}

FOR_BOTH_STORES(StoreMetrics);

}  // namespace
}  // namespace assay
