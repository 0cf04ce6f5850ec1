// SPDX-License-Identifier: Apache-2.0
// The merged aggregates of shards equal the figures of the whole run, whatever it measures.
#include "assay/internal/shard_aggregate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

#include "assay/internal/metrics_json.h"
#include "assay/internal/profile.h"
#include "assay/internal/run_totals.h"
#include "sample.h"

namespace assay {
namespace {

using testing::HasSubstr;

// Cases of every kind: repeated and flaky, dangerous, in worlds, with a price, and retrieval queries.
Result drawn_result(std::size_t number, int attempt, std::mt19937_64& random) {
  const auto drawn = [&](std::size_t below) { return random() % below; };
  Result result =
      sample_result("case-" + std::to_string(number), drawn(3) == 0 ? 0.0 : 0.8 + 0.2 / 3, attempt);
  result.asked.dataset = number % 3 == 0 ? "files" : "texts";
  result.asked.where.line = static_cast<int>(number);
  result.asked.category = number % 5 == 0 ? "" : "category-" + std::to_string(number % 4);
  result.asked.tags = {"tag-" + std::to_string(number % 7), "all"};
  result.asked.risk_level = number % 11 == 0 ? RiskLevel::critical : RiskLevel::safe;
  if (number % 11 == 0) result.asked.expect = Expectation::refusal;
  if (number % 6 == 0) result.asked.world = "world-" + std::to_string(number % 9);
  result.answer.latency = std::chrono::microseconds(1000 + drawn(40) * 100);
  result.answer.tokens = 100.0 + static_cast<double>(drawn(400));
  result.answer.cost = 0.0001 * static_cast<double>(1 + drawn(300));
  result.grade.partial = PartialCredit{0.1 * static_cast<double>(drawn(10)), 0.7, drawn(2) == 0};
  result.danger = Danger{drawn(8) == 0 ? RiskLevel::critical : RiskLevel::safe, "removes the system"};
  result.evaluation = EvaluationResult{.exact_match = drawn(2) == 0,
                                       .semantic_similarity = 1.0 / static_cast<double>(1 + drawn(9)),
                                       .functionally_equivalent = drawn(2) == 0};
  if (drawn(20) == 0) result.grade.status = Status::unmeasured;
  return result;
}

void make_query(Result& result, std::mt19937_64& random) {
  auto& asked = result.asked.retrieval.emplace();
  asked.expected_chunk_ids = {"c"};
  asked.expected_doc_ids = {"d"};
  asked.group = "group-" + std::to_string(random() % 3);
  result.answer.retrieval.emplace();
  for (std::size_t i = random() % 5; i > 0; --i)
    result.answer.retrieval->hits.push_back({"x" + std::to_string(i), "x", {}});
  result.answer.retrieval->hits.push_back({"c", "d", {}});
}

Run drawn_run(std::size_t cases) {
  std::mt19937_64 random(7);
  Run run{sample_info("r1"), {}};
  run.info.datasets = {{"texts", "1", "cccc", "texts.json", cases},
                       {"files", "1", "bbbb", "files.json", cases}};
  run.info.profile = EvaluationTerms{};
  run.info.expected = cases;
  for (const char* dataset : {"texts", "files"})
    for (std::size_t number = 1; number <= cases; ++number)
      for (int attempt = 1; attempt <= (number % 4 == 0 ? 3 : 1); ++attempt) {
        Result result = drawn_result(number, attempt, random);
        if (number % 10 == 7) make_query(result, random);
        if (result.asked.dataset == dataset) run.results.push_back(result);
      }
  return run;
}

// The metrics as written from the rows of a whole run.
std::string metrics_of_rows(const Run& run) {
  RunTotals totals(run.info);
  for (CaseRows cases(rows_of(run).open()); cases.next();) totals.add(cases);
  const RunFigures figures = totals.finish();
  std::ostringstream out;
  write_metrics(out, run.info, figures.summary, figures.retrieval, figures.safety, figures.evaluation);
  return out.str();
}

class ShardAggregates : public testing::Test {
 protected:
  // Makes a store and an aggregate for each shard of the run, whose cases are dealt in turn.
  std::vector<std::filesystem::path> cut(const assay::Run& run, std::size_t count) {
    std::vector<assay::Run> parts(count, assay::Run{run.info, {}});
    std::size_t index = 0;
    const Result* before = nullptr;
    for (const Result& each : run.results) {
      if (before != nullptr && before->asked.id != each.asked.id) ++index;
      parts[index % count].results.push_back(each);
      before = &each;
    }
    std::vector<std::filesystem::path> files;
    for (std::size_t number = 1; number <= count; ++number) {
      assay::Run& part = parts[number - 1];
      part.info.shards = {.count = count,
                          .cases = run.info.expected,
                          .dealt_sha256 = "dddd",
                          .asked = {number},
                          .command = "assay run"};
      files.push_back(aggregate(part, std::to_string(count) + "-" + std::to_string(number)));
    }
    return files;
  }
  std::filesystem::path aggregate(const assay::Run& part, const std::string& name) {
    Store store({.file = folder_ / (name + ".db")});
    store.add(part);
    std::ofstream out(folder_ / name);
    write_aggregate(store, "r1", out);
    return folder_ / name;
  }
  static std::string metrics_of(const std::vector<std::filesystem::path>& files) {
    const MergedAggregates merged = merge_aggregates(files);
    std::ostringstream out;
    write_metrics(out, merged.info, merged.figures.summary, merged.figures.retrieval, merged.figures.safety,
                  merged.figures.evaluation);
    return out.str();
  }
  TemporaryFolder folder_;
};

TEST_F(ShardAggregates, GiveTheMetricsOfTheRunInAnyOrderToTheByte) {
  const assay::Run run = drawn_run(500);
  const std::string metrics = metrics_of_rows(run);
  for (const char* what : {"\"flaky\": [\n", "\"alarms\": [\n", "\"clusters\": {", "\"avg_similarity\": 0.",
                           "\"pass_hat_k\"", "\"group-2\""})
    ASSERT_THAT(metrics, HasSubstr(what)) << "or this test looks at less than it means to";
  std::mt19937_64 random(19);
  for (const std::size_t count : {1u, 2u, 7u, 64u}) {
    auto files = cut(run, count);
    std::ranges::shuffle(files, random);
    EXPECT_EQ(metrics_of(files), metrics) << count;
  }
}

TEST_F(ShardAggregates, OfMoreFlakyCasesThanAreNamedTheFirstAreNamed) {
  assay::Run run = drawn_run(1);
  run.results.clear();
  run.info.expected = 3000;
  for (std::size_t number = 0; number < run.info.expected; ++number)
    for (int attempt = 1; attempt <= 2; ++attempt) {
      run.results.push_back(
          sample_result("case-" + std::to_string(number), attempt == 1 ? 0.0 : 1.0, attempt));
      run.results.back().asked.where.line = static_cast<int>(number);
      run.results.back().evaluation = EvaluationResult{};
    }
  EXPECT_EQ(metrics_of(cut(run, 5)), metrics_of_rows(run));
}

TEST_F(ShardAggregates, TimesAreReadALineAtATime) {
  assay::Run run = drawn_run(1);
  run.results.clear();
  run.info.expected = 20'000;
  for (std::size_t number = 0; number < run.info.expected; ++number) {
    run.results.push_back(sample_result("case-" + std::to_string(number)));
    run.results.back().asked.where.line = static_cast<int>(number);
    run.results.back().answer.latency = std::chrono::microseconds(1 + number * 7919 % 20'000);
    run.results.back().evaluation = EvaluationResult{};
  }
  const auto files = cut(run, 2);
  std::ifstream in(files.front());
  const auto lines = std::count(std::istreambuf_iterator<char>(in), {}, '\n');
  EXPECT_EQ(lines, 5) << "a head, the sums, two lines of times and the end";
  EXPECT_EQ(metrics_of(files), metrics_of_rows(run));
}

TEST_F(ShardAggregates, AShardThatHasNotEndedHasNone) {
  assay::Run part = drawn_run(5);
  part.info.shards = {.count = 2, .cases = 5, .dealt_sha256 = "dddd", .asked = {}, .command = "assay run"};
  EXPECT_THROW(aggregate(part, "unfinished"), Error);
  part.info.shards.asked = {1};  // has three cases; the others belong to an unfinished shard
  EXPECT_THROW(aggregate(part, "with an unfinished one"), Error);
}

}  // namespace
}  // namespace assay
