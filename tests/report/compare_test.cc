// SPDX-License-Identifier: Apache-2.0
// Snapshots of comparisons: fixed pairs of runs, in all three forms.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/internal/compare_text.h"
#include "golden.h"
#include "sample_run.h"

namespace assay {
namespace {

Run earlier_run() {
  Run run = sample_run();
  run.info.limits = {{"timeout_ms", "30000"}};
  return run;
}

// The sample with another tool and a shorter limit: one case won, one regressed, one that could not be asked.
Run later_run() {
  Run run = sample_run();
  run.info.run_id = "0194b5c0-0000-7000-8000-000000000002";
  run.info.tool_sha256 = std::string(64, 'd');
  run.info.limits = {{"timeout_ms", "10000"}};
  for (Result& result : run.results) {
    if (result.asked.id == "crash") result.grade = {.status = Status::pass, .score = 1.0, .method = "exact"};
    if (result.asked.id == "list-all")
      result.grade = {.status = Status::miss, .score = 0.0, .method = "none"};
    if (result.asked.id == "blanks") {
      result.answer.ending = Ending::not_found;
      result.grade = {.status = Status::unmeasured, .score = 0.0, .method = "not_found"};
    }
  }
  return run;
}

// Queries that each expect chunk d#1 of document d, found at the given rank (0: nowhere); the last one should
// be refused.
Run retrieval_run(const std::string& run_id, const std::string& chunker, const std::vector<int>& ranks) {
  Run run;
  run.info.run_id = run_id;
  run.info.suite = "retrieval";
  run.info.tool = "howto";
  run.info.tool_sha256 = std::string(64, 'a');
  run.info.datasets = {{"golden", "1.0", std::string(64, 'b'), "golden.json", ranks.size() + 1}};
  run.info.parts = {{"chunker", chunker}};
  run.info.expected = ranks.size() + 1;
  for (std::size_t i = 0; i <= ranks.size(); ++i) {
    const bool refuses = i == ranks.size();
    Result result;
    result.asked.dataset = "golden";
    result.asked.id = result.asked.name = "q" + std::to_string(i + 1);
    result.asked.retrieval.emplace();
    if (refuses) result.asked.expect = Expectation::refusal;
    result.answer.ending = Ending::answered;
    result.grade.status = !refuses && ranks[i] > 0 ? Status::pass : Status::miss;
    auto& answer = result.answer.retrieval.emplace();
    answer.grounded = !refuses || run_id == "a";
    if (!refuses) {
      result.asked.retrieval->expected_chunk_ids = {"d#1"};
      result.asked.retrieval->expected_doc_ids = {"d"};
      for (int rank = 1; rank <= 5; ++rank)
        answer.hits.push_back(rank == ranks[i] ? Hit{"d#1", "d", {}}
                                               : Hit{"x#" + std::to_string(rank), "x", {}});
    }
    run.results.push_back(std::move(result));
  }
  return run;
}

void expect_golden(const CompareReport& report, const std::string& name) {
  const CompareTextOptions options{.gate = judge_comparison(report, {})};
  EXPECT_TRUE(is_golden(to_json(report, options), name + ".json"));
  EXPECT_TRUE(is_golden(render_report_md(report, options), name + ".md"));
  EXPECT_TRUE(is_golden(render_report_text(report, options), name + ".txt"));
}

TEST(CompareSnapshot, OfCommands) { expect_golden(compare(earlier_run(), later_run()), "compare-commands"); }

TEST(CompareSnapshot, OfQueries) {
  expect_golden(compare(retrieval_run("a", "1", {1, 4, 0, 2}), retrieval_run("b", "1", {2, 1, 0, 0})),
                "compare-queries");
}

TEST(CompareSnapshot, OfQueriesWhereTheChunkerDiffers) {
  expect_golden(compare(retrieval_run("a", "1", {1, 4, 0, 2}), retrieval_run("b", "2", {2, 1, 0, 0})),
                "compare-chunkers");
}

}  // namespace
}  // namespace assay
