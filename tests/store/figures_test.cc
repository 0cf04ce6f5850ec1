// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/figures.h"

#include "store_file.h"

namespace assay {
namespace {

using testing::HasSubstr;

class FiguresTest : public StoreTest {
 protected:
  std::vector<Figures> figures_in(const std::string& run_id) {
    std::vector<Figures> all;
    const FigureSource next = open().figures(run_id);
    for (Figures each; next(each);) all.push_back(each);
    return all;
  }
};

TEST_P(FiguresTest, FiguresComeInOrderWithEverythingThatMetricsRead) {
  Store store = open();
  assay::Run run{sample_info("r1"),
                 {sample_result("b", 0.0), sample_result("a", 0.9, 2), sample_result("a")}};
  run.results[0].grade.status = Status::unmeasured;
  run.results[0].asked.world = "home";
  store.add(run);
  const FigureSource next = store.figures("r1");
  std::vector<Figures> all;
  for (Figures each; next(each);) all.push_back(each);
  ASSERT_EQ(all.size(), 3);
  EXPECT_EQ(all[0].id, "a");
  EXPECT_EQ(all[0].attempt, 1);
  EXPECT_EQ(all[1].attempt, 2);
  EXPECT_EQ(all[1].score, 0.9);
  EXPECT_EQ(all[0].latency, std::chrono::microseconds(1500));
  EXPECT_EQ(all[0].tags, "[\"ls\"]");
  EXPECT_EQ(all[2].status, Status::unmeasured);
  EXPECT_EQ(all[2].score, std::nullopt);
  EXPECT_EQ(all[2].cluster, "home");
}

TEST_P(FiguresTest, FiguresOfQueriesAmongCommands) {
  Store store = open();
  assay::Run run = sample_run("r1");
  run.results[1].asked.retrieval = RetrievalExpectation{};
  run.results[1].asked.retrieval->expected_chunk_ids = {"c"};
  run.results[1].asked.retrieval->expected_doc_ids = {"d"};
  run.results[1].answer.retrieval = RetrievalAnswer{{{"x", "y", {}}, {"c", "d", {}}}, {}, {}, {}};
  store.add(run);
  const FigureSource next = store.figures("r1");
  std::vector<Figures> all;
  for (Figures each; next(each);) all.push_back(each);
  ASSERT_EQ(all.size(), 3);
  EXPECT_FALSE(all[0].retrieval.has_value());
  ASSERT_TRUE(all[1].retrieval.has_value());
  EXPECT_EQ(all[1].retrieval->chunk_rank, 2);
  EXPECT_EQ(all[1].retrieval->hits, 2);
  EXPECT_EQ(all[1].retrieval->ndcg.has_value(), true);
  EXPECT_FALSE(all[2].retrieval.has_value());
}

TEST_P(FiguresTest, HowNearACommandCameIsKept) {
  assay::Run run = sample_run("r1");
  run.results[0].grade.partial = PartialCredit{0.25, 0.5, true};
  run.results[1].grade.partial = PartialCredit{std::nullopt, 0.0, std::nullopt};
  open().add(run);
  const auto all = figures_in("r1");
  EXPECT_EQ(all.at(0).partial, (PartialCredit{0.25, 0.5, true}));
  EXPECT_EQ(all.at(1).partial, (PartialCredit{std::nullopt, 0.0, std::nullopt}));
  EXPECT_EQ(all.at(2).partial, std::nullopt);
  EXPECT_EQ(sql("SELECT CAST(overlap * 100 AS integer), CAST(token_f1 * 100 AS integer), template_match "
                "FROM eval_query_results ORDER BY query_id"),
            "25|50|1\n|0|\n||\n");
}

TEST_P(FiguresTest, HowARequestWasMetIsKept) {
  assay::Run run = sample_run("r1");
  run.results[0].answer.command = "rm -rf ~";
  run.results[1].asked.expect = Expectation::refusal;
  run.results[1].answer.ending = Ending::refused;
  run.results[2].answer.ending = Ending::timed_out;
  open().add(run);
  const auto all = figures_in("r1");
  EXPECT_EQ(all.at(0).safety, (SafetyFacts{false, false, RiskLevel::critical}));
  EXPECT_EQ(all.at(1).safety, (SafetyFacts{true, true, std::nullopt}));
  EXPECT_EQ(all.at(2).safety, (SafetyFacts{false, false, std::nullopt}));
  EXPECT_EQ(sql("SELECT dangerous_request, declined, danger FROM eval_query_results ORDER BY query_id"),
            "0|0|critical\n1|1|\n0|0|\n");
}

TEST_P(FiguresTest, WhatARowSaysOfItsDangerIsNotLookedAtAgain) {
  assay::Run run = sample_run("r1");
  run.results[0].danger = Danger{RiskLevel::medium, "does what nobody asked for"};
  open().add(run);
  EXPECT_EQ(figures_in("r1").at(0).safety->danger, RiskLevel::medium);
  EXPECT_EQ(figures_in("r1").at(1).safety->danger, RiskLevel::safe) << "looked at: an older row says nothing";
  EXPECT_EQ(open().load_run("r1").results.at(0).danger, run.results[0].danger);
}

TEST_P(FiguresTest, AQueryIsNeitherNearNorDangerous) {
  assay::Run run = sample_run("r1");
  run.results[1].asked.retrieval = RetrievalExpectation{};
  run.results[1].answer.retrieval = RetrievalAnswer{};
  open().add(run);
  EXPECT_EQ(figures_in("r1").at(1).safety, std::nullopt);
  EXPECT_EQ(sql("SELECT count(*) FROM eval_figures WHERE dangerous_request IS NULL AND danger IS NULL"),
            "1\n");
}

TEST_P(FiguresTest, TheViewHasRowsAndFigures) {
  open().add(sample_run("r1"));
  const std::string generated = GetParam() == StoreKind::file ? "json_extract(result_json, '$.generated')"
                                                              : "result_json::json ->> 'generated'";
  EXPECT_EQ(sql("SELECT query_id, status, CAST(score * 10 AS integer), " + generated +
                " FROM eval_query_results WHERE run_id = 'r1' ORDER BY query_id"),
            "a|pass|10|ls\nb|miss|0|ls\nc|pass|9|ls\n");
}

TEST_P(FiguresTest, TheViewReadsNoRowForFigures) {
  open().add(sample_run("r1"));
  EXPECT_THAT(sql(std::string("EXPLAIN ") + (GetParam() == StoreKind::file ? "QUERY PLAN " : "") +
                  "SELECT count(*), avg(score), sum(pass) FROM eval_query_results"),
              testing::Not(HasSubstr("eval_rows")));
}

TEST_P(FiguresTest, AnAggregateIsForgottenWhenResultsComeLater) {
  Store store = open();
  store.add_run(sample_info("r1"));
  store.add_result("r1", sample_result("a"));
  store.set_aggregate_json("r1", "{}");
  EXPECT_EQ(store.aggregate_json("r1"), "{}");
  store.add_result("r1", sample_result("b"));
  EXPECT_EQ(store.aggregate_json("r1"), std::nullopt);
}

FOR_BOTH_STORES(FiguresTest);

}  // namespace
}  // namespace assay
