// SPDX-License-Identifier: Apache-2.0
#include "assay/retrieval.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "assay/internal/figures.h"
#include "retrieval_figures.h"
#include "retrieval_script.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::Pair;

// Hits at ranks 1 and 4, and a miss.
RetrievalScript three_queries() {
  RetrievalScript script;
  script.query("q1").expects({"a#1"}, {"a"}).finds({"a#1", "b#1", "c#1"});
  script.query("q2").expects({"b#7"}, {"b"}).finds({"x#1", "y#1", "z#1", "b#7"});
  script.query("q3").expects({"c#1"}, {"c"}).finds({"x#1", "y#1"});
  return script;
}

TEST(Retrieval, HitAtKCountsQueriesWithAnExpectedChunkAmongTheTopK) {
  EXPECT_THAT(metrics_of(three_queries()).hit_at_k,
              ElementsAre(Pair(1, figure(0.3333, 3)), Pair(3, figure(0.3333, 3)), Pair(5, figure(0.6667, 3)),
                          Pair(10, figure(0.6667, 3))));
}

TEST(Retrieval, MrrIsTheMeanOfInverseRanks) { EXPECT_EQ(metrics_of(three_queries()).mrr, figure(0.4167, 3)); }

TEST(Retrieval, MrrIsZeroBeyondTheTopTen) {
  RetrievalScript script;
  script.query("q")
      .expects({"hit"}, {"hit"})
      .finds({"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "hit"});
  EXPECT_EQ(metrics_of(script).mrr, figure(0.0, 1));
  EXPECT_EQ(metrics_of(script).hit_at_k.at(10), figure(0.0, 1));
}

TEST(Retrieval, RecallIsOverDistinctDocumentsAsNdcgIs) {
  RetrievalScript script;
  script.query("q").expects({"a#1"}, {"a", "b"}).finds({"a#1", "a#2", "x", "b#1"});
  EXPECT_THAT(metrics_of(script).recall_at_k_doc,
              ElementsAre(Pair(1, figure(0.5, 1)), Pair(3, figure(1.0, 1)), Pair(5, figure(1.0, 1)),
                          Pair(10, figure(1.0, 1)), Pair(20, figure(1.0, 1)), Pair(100, figure(1.0, 1)),
                          Pair(1000, figure(1.0, 1))));
}

TEST(Retrieval, PrecisionDividesByKHoweverFewHitsThereAre) {
  RetrievalScript script;
  script.query("q").expects({"a#1", "a#2"}, {"a"}).finds({"a#1", "a#2"});
  EXPECT_THAT(metrics_of(script).precision_at_k_chunk,
              ElementsAre(Pair(1, figure(1.0, 1)), Pair(3, figure(0.6667, 1)), Pair(5, figure(0.4, 1)),
                          Pair(10, figure(0.2, 1))));
}

TEST(Retrieval, AnIdThatComesUpTwiceCountsWhereItComesFirst) {
  RetrievalScript script;
  script.query("q").expects({"a#1", "b#1"}, {"a", "b"}).finds({"a#1", "a#1", "b#1"});
  const auto metrics = metrics_of(script);
  EXPECT_EQ(metrics.precision_at_k_chunk.at(3), figure(0.6667, 1));
  EXPECT_EQ(metrics.recall_at_k_doc.at(1), figure(0.5, 1));
  EXPECT_EQ(metrics.recall_at_k_doc.at(3), figure(1.0, 1));
}

TEST(Retrieval, AQueryWithoutExpectedChunksHasNoPartInChunkMetrics) {
  auto script = three_queries();
  script.query("by document").expects({}, {"d"}).finds({"d#1"});
  EXPECT_EQ(metrics_of(script).mrr.n, 3);
  EXPECT_EQ(metrics_of(script).recall_at_k_doc.at(1).n, 4);
}

TEST(Retrieval, EveryFigureIsNullWithoutADenominator) {
  const auto metrics = metrics_of(RetrievalScript());
  for (const int k : kCutoffs) {
    EXPECT_EQ(metrics.hit_at_k.at(k), kNone);
    EXPECT_EQ(metrics.recall_at_k_doc.at(k), kNone);
    EXPECT_EQ(metrics.precision_at_k_chunk.at(k), kNone);
    EXPECT_EQ(metrics.judged_at_k.at(k), kNone);
    EXPECT_EQ(metrics.ndcg_at_k.at(k), kNone);
  }
  for (const Figure& each :
       {metrics.mrr, metrics.citation_coverage, metrics.groundedness, metrics.empty_result_rate,
        metrics.refusal_correctness, metrics.mean_average_precision})
    EXPECT_EQ(each, kNone);
  EXPECT_EQ(metrics.total_queries, 0);
}

TEST(Retrieval, AFailedQueryIsEmptyAndAMiss) {
  RetrievalScript script;
  script.query("q").expects({"a#1"}, {"a"}).finds({"a#1"}).ends(Ending::timed_out);
  const auto metrics = metrics_of(script);
  EXPECT_EQ(metrics.failed_queries, 1);
  EXPECT_EQ(metrics.empty_result_rate, figure(1.0, 1));
  EXPECT_EQ(metrics.hit_at_k.at(10), figure(0.0, 1));
}

TEST(Retrieval, AQueryThatCouldNotBeAskedIsInNoFigureAndCountedApart) {
  auto script = three_queries();
  for (const Ending why : {Ending::not_found, Ending::io_error, Ending::not_recorded})
    script.query(std::string(to_string(why))).expects({"c#1"}, {"c"}).in_group("g").is_not_asked(why);
  const auto metrics = metrics_of(script);
  EXPECT_EQ(metrics.total_queries, 6);
  EXPECT_EQ(metrics.failed_queries, 0);
  EXPECT_EQ(metrics.unmeasured, 3);
  EXPECT_FALSE(figures_of(script.last()).retrieval->failed) << "it was not the tool's fault";
  auto asked = metrics_of(three_queries());
  EXPECT_EQ(metrics.hit_at_k, asked.hit_at_k);
  EXPECT_EQ(metrics.mrr, asked.mrr);
  EXPECT_EQ(metrics.recall_at_k_doc, asked.recall_at_k_doc);
  EXPECT_EQ(metrics.precision_at_k_chunk, asked.precision_at_k_chunk);
  EXPECT_EQ(metrics.ndcg_at_k, asked.ndcg_at_k);
  EXPECT_EQ(metrics.mean_average_precision, asked.mean_average_precision);
  EXPECT_EQ(metrics.empty_result_rate, asked.empty_result_rate);
  ASSERT_EQ(metrics.by_group.size(), 1);
  EXPECT_EQ(metrics.by_group[0].metrics.unmeasured, 3);
  EXPECT_EQ(metrics.by_group[0].metrics.mrr, kNone);
}

TEST(Retrieval, ASearchThatCannotSayWhetherItWouldRefuseStillFoundSomething) {
  RetrievalScript script;
  script.query("q").expects({}, {}).finds({"x"}).is_unmeasured("search");
  const auto metrics = metrics_of(script);
  EXPECT_EQ(metrics.empty_result_rate, figure(0.0, 1));
  EXPECT_EQ(metrics.refusal_correctness, kNone);
  EXPECT_EQ(metrics.unmeasured, 0);
}

TEST(Retrieval, EmptyResultsAreCountedOverAllQueries) {
  auto script = three_queries();
  script.query("q4").expects({"d"}, {"d"});
  EXPECT_EQ(metrics_of(script).empty_result_rate, figure(0.25, 4));
}

TEST(Judged, IsTheShareOfFoundDocumentsThatSomebodyLookedAt) {
  RetrievalScript script;
  script.query("q").expects({}, {"a"}).judged({{"a", 2}, {"b", 0}}).finds({"b#1", "x#1", "a#1"});
  EXPECT_THAT(metrics_of(script).judged_at_k,
              ElementsAre(Pair(1, figure(1.0, 1)), Pair(3, figure(0.6667, 1)), Pair(5, figure(0.6667, 1)),
                          Pair(10, figure(0.6667, 1)), Pair(20, figure(0.6667, 1)),
                          Pair(100, figure(0.6667, 1)), Pair(1000, figure(0.6667, 1))));
}

TEST(Ndcg, TakesGradesAndDistinctDocuments) {
  RetrievalScript script;
  script.query("q").expects({}, {"a"}).judged({{"a", 3}, {"b", 1}}).finds({"b#1", "b#2", "a#1"});
  // (1/log2(2) + 3/log2(3)) / (3/log2(2) + 1/log2(3))
  EXPECT_EQ(metrics_of(script).ndcg_at_k.at(10), figure(0.7967, 1));
}

TEST(Relevance, IsThatOfTheExpectedDocumentsWhateverTheirGrades) {
  RetrievalScript script;
  script.query("q").expects({}, {"b"}).judged({{"a", 1}, {"b", 2}, {"c", 0}}).finds({"a", "c", "b"});
  const auto metrics = metrics_of(script);
  EXPECT_EQ(metrics.mean_average_precision, figure(0.3333, 1)) << "trec_eval -l 2";
  EXPECT_EQ(metrics.recall_at_k_doc.at(1), figure(0.0, 1));
  EXPECT_EQ(metrics.more.at("recip_rank").at(0), figure(0.3333, 1));
  EXPECT_EQ(metrics.ndcg_at_k.at(10), figure(0.7602, 1)) << "gains are the grades";
}

TEST(Relevance, ThatNoDocumentHasIsZeroAndInTheMean) {
  RetrievalScript script;
  script.query("q").expects({}, {"a"}).finds({"a"});
  script.query("none").expects({}, {"a"}).judged({{"b", 1}}).finds({"b"});
  script.last().asked.retrieval->expected_doc_ids.clear();
  script.last().asked.retrieval->relevant = 2;
  const auto metrics = metrics_of(script);
  EXPECT_EQ(metrics.mean_average_precision, figure(0.5, 2));
  EXPECT_EQ(metrics.recall_at_k_doc.at(10), figure(0.5, 2));
  EXPECT_EQ(metrics.more.at("r_precision").at(0), figure(0.5, 2));
  EXPECT_EQ(metrics.more.at("bpref").at(0), figure(0.5, 2));
}

TEST(DocumentFigures, AreOverDistinctDocumentsAndDivideByKForShortLists) {
  RetrievalScript script;
  script.query("q").expects({}, {"a", "b", "c"}).finds({"x#1", "x#2", "a#1", "a#2"});
  const auto metrics = metrics_of(script);
  EXPECT_EQ(metrics.more.at("recip_rank").at(0), figure(0.5, 1));
  EXPECT_EQ(metrics.more.at("success_at_k_doc").at(1), figure(0.0, 1));
  EXPECT_EQ(metrics.more.at("success_at_k_doc").at(5), figure(1.0, 1));
  EXPECT_EQ(metrics.more.at("precision_at_k_doc").at(5), figure(0.2, 1))
      << "divided by 5, though two were found";
  EXPECT_EQ(metrics.more.at("r_precision").at(0), figure(0.3333, 1));
}

TEST(Slices, AreByGroupDifficultyAndTag) {
  RetrievalScript script;
  script.query("q1").expects({"a"}, {"a"}).finds({"a"}).in_group("one", "easy").tagged({"x", "y", "x"});
  script.query("q2").expects({"a"}, {"a"}).in_group("one", "hard").tagged({"y"});
  script.query("q3").expects({"a"}, {"a"});
  const auto metrics = metrics_of(script);
  ASSERT_EQ(metrics.by_group.size(), 1);
  EXPECT_EQ(metrics.by_group[0].metrics.mrr, figure(0.5, 2));
  ASSERT_EQ(metrics.by_difficulty.size(), 2);
  EXPECT_EQ(metrics.by_difficulty[0].name, "easy");
  EXPECT_EQ(metrics.by_difficulty[0].metrics.total_queries, 1);
  ASSERT_EQ(metrics.by_tag.size(), 2);
  EXPECT_EQ(metrics.by_tag[0].metrics.mrr, figure(1.0, 1));
  EXPECT_EQ(metrics.by_tag[1].metrics.mrr, figure(0.5, 2));
}

TEST(Repeats, TheLastAttemptOfAQueryCounts) {
  RetrievalScript script;
  script.query("q").expects({"a"}, {"a"}).finds({"a"}).attempt(1);
  script.query("q").expects({"a"}, {"a"}).attempt(2);
  EXPECT_EQ(metrics_of(script).mrr, figure(0.0, 1));
  EXPECT_EQ(metrics_of(script).total_queries, 1);
}

TEST(Matching, ByDocumentWhereChunksCannotBeCompared) {
  RetrievalScript script;
  script.query("q").expects({"a#1"}, {"a"}).finds({"x#9", "a#9"});
  EXPECT_EQ(aggregate_retrieval(script.run(), HitLevel::chunk).mrr, figure(0.0, 1));
  const auto by_document = aggregate_retrieval(script.run(), HitLevel::document);
  EXPECT_EQ(by_document.mrr, figure(0.5, 1));
  EXPECT_EQ(by_document.precision_at_k_chunk.at(1), kNone);
}

TEST(Rounding, HalvesGoAwayFromZero) {
  RetrievalScript script;
  for (int i = 0; i < 32; ++i)
    script.query("q" + std::to_string(i)).expects({"a"}, {"a"}).finds({i == 0 ? "a" : "b"});
  EXPECT_EQ(metrics_of(script).mrr, figure(0.0313, 32));  // 1/32 = 0.03125
}

TEST(AggregateJson, IsReadBackAsItWasWritten) {
  auto script = three_queries();
  script.query("q4").expects({}, {}).says("no", false).in_group("g", "easy").tagged({"t"});
  const auto metrics = metrics_of(script);
  EXPECT_EQ(aggregate_metrics_from_json(to_json(metrics), {}), metrics);
}

TEST(AggregateJson, NullsStayNulls) {
  const auto metrics = metrics_of(RetrievalScript());
  EXPECT_THAT(to_json(metrics), testing::HasSubstr("\"mrr\": null"));
  EXPECT_EQ(aggregate_metrics_from_json(to_json(metrics), {}), metrics);
}

TEST(AggregateJson, OfSomethingElseIsAnError) {
  EXPECT_THROW(aggregate_metrics_from_json("{\"mrr\": 1}", {"aggregate.json", 0}), Error);
  EXPECT_THROW(aggregate_metrics_from_json("[", {"aggregate.json", 0}), Error);
}

TEST(Property, TheOrderOfResultsChangesNothing) {
  std::mt19937 random(7);
  RetrievalScript script;
  for (int i = 0; i < 200; ++i) {
    script.query("q" + std::to_string(i))
        .expects({"a", "b"}, {"a", "b", "c"})
        .in_group(std::to_string(i % 7));
    for (int rank = 0; rank < 12; ++rank)
      script.finds({std::string(1, static_cast<char>('a' + random() % 16))});
  }
  assay::Run run = script.run();
  const std::string json = to_json(aggregate_retrieval(run));
  for (int i = 0; i < 5; ++i) {
    std::shuffle(run.results.begin(), run.results.end(), random);
    ASSERT_EQ(to_json(aggregate_retrieval(run)), json);
  }
}

}  // namespace
}  // namespace assay
