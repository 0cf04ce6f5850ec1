// SPDX-License-Identifier: Apache-2.0
// Parts of a summary besides its groups: repeats, clusters, and figures that do not depend on the order.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "assay/internal/metrics_json.h"
#include "assay/summary.h"
#include "results.h"

namespace assay {
namespace {

Result attempt(const std::string& id, int number, double score, const std::string& world = "") {
  Result result = score >= 0.8 ? passed(id) : missed(id);
  result.asked.world = world;
  result.attempt = number;
  result.grade.score = score;
  return result;
}

Summary summary_of(std::vector<Result> results) { return summarise(a_run(std::move(results))); }

TEST(Repeats, AreNotThereWhereEveryCaseRanOnce) {
  EXPECT_FALSE(summary_of({attempt("a", 1, 1.0), attempt("b", 1, 0.0)}).repeats.has_value());
}

TEST(Repeats, PassAtKAndPassHatKAreMeansOverCases) {
  // a passes 1 of 2, b passes 2 of 2.
  const auto summary =
      summary_of({attempt("a", 1, 1.0), attempt("a", 2, 0.0), attempt("b", 1, 1.0), attempt("b", 2, 1.0)});
  ASSERT_TRUE(summary.repeats.has_value());
  const auto& at = summary.repeats->at;
  ASSERT_EQ(at.size(), 2);
  EXPECT_DOUBLE_EQ(at[0].pass_at_k, 0.75);
  EXPECT_DOUBLE_EQ(at[0].pass_hat_k, 0.75);
  EXPECT_DOUBLE_EQ(at[1].pass_at_k, 1.0);
  EXPECT_DOUBLE_EQ(at[1].pass_hat_k, 0.5);
  EXPECT_EQ(summary.flaky_cases, 1);
}

TEST(Repeats, ACaseWithFewerAttemptsHasNoPartInLargerK) {
  const auto summary = summary_of({attempt("a", 1, 1.0), attempt("a", 2, 0.0), attempt("b", 1, 1.0)});
  EXPECT_EQ(summary.repeats->cases, 2);
  EXPECT_EQ(summary.repeats->attempts, 3);
  EXPECT_EQ(summary.repeats->most, 2);
  EXPECT_EQ(summary.repeats->at[0].cases, 2);
  EXPECT_EQ(summary.repeats->at[1].cases, 1);
}

TEST(Repeats, AverageWithinACaseFirst) {
  const auto summary =
      summary_of({attempt("a", 1, 1.0), attempt("a", 2, 0.0), attempt("a", 3, 0.5), attempt("b", 1, 1.0)});
  EXPECT_DOUBLE_EQ(summary.repeats->score->value, 0.75);
  EXPECT_DOUBLE_EQ(*summary.repeats->within_case_variance, 0.25);
}

TEST(MeanScore, HasTheErrorWorkedOutByHand) {
  const auto mean =
      summary_of({attempt("a", 1, 1.0), attempt("b", 1, 0.95), attempt("c", 1, 0.9), attempt("d", 1, 0.0)})
          .all.score;
  EXPECT_NEAR(mean->value, 0.7125, 1e-12);
  EXPECT_NEAR(mean->standard_error.value(), 0.2384, 5e-5);  // Σ(s−s̄)² = 0.681875, /(4·3) = 0.05682292
}

TEST(MeanScore, OfOneCaseHasNoError) {
  const auto mean = summary_of({attempt("a", 1, 0.5)}).all.score;
  EXPECT_EQ(mean->value, 0.5);
  EXPECT_EQ(mean->standard_error, std::nullopt);
}

TEST(Clusters, HaveTheErrorWorkedOutByHand) {
  // s̄ = 0.5; cluster sums of deviations 1 and −1: √(2/1 · 2)/4 = 0.5, where independence would give 0.2887.
  const auto summary = summary_of({attempt("a", 1, 1, "home"), attempt("b", 1, 1, "home"),
                                   attempt("c", 1, 0, "etc"), attempt("d", 1, 0, "etc")});
  EXPECT_NEAR(summary.clusters->standard_error.value(), 0.5, 1e-12);
  EXPECT_NEAR(summary.all.score->standard_error.value(), 0.2887, 5e-5);
}

TEST(Clusters, OfOneCaseEachHaveTheUsualError) {
  const auto summary = summary_of({attempt("a", 1, 1, "1"), attempt("b", 1, 0.95, "2"),
                                   attempt("c", 1, 0.9, "3"), attempt("d", 1, 0, "4")});
  EXPECT_NEAR(summary.clusters->standard_error.value(), summary.all.score->standard_error.value(), 1e-12);
}

TEST(Clusters, OneAloneHasNoError) {
  const auto summary = summary_of({attempt("a", 1, 1, "home"), attempt("b", 1, 0, "home")});
  EXPECT_EQ(summary.clusters->count, 1);
  EXPECT_EQ(summary.clusters->standard_error, std::nullopt);
}

TEST(Clusters, OfOneWorldAreNotIndependent) {
  std::vector<Result> results;
  std::vector<double> scores = {1, 1, 1, 0, 0, 0, 1, 0};
  for (std::size_t i = 0; i < scores.size(); ++i)
    results.push_back(attempt("c" + std::to_string(i), 1, scores[i], i < 3 ? "home" : i < 6 ? "etc" : ""));
  const auto summary = summary_of(results);
  ASSERT_TRUE(summary.clusters.has_value());
  EXPECT_EQ(summary.clusters->count, 4);
  // Sums of deviations 1.5, −1.5, 0.5 and −0.5: √(4/3 · 5)/8.
  EXPECT_NEAR(*summary.clusters->standard_error, std::sqrt(20.0 / 3.0) / 8, 1e-12);
  EXPECT_GT(*summary.clusters->standard_error, *summary.all.score->standard_error);
}

TEST(Clusters, AReadyWorldIsNone) {
  EXPECT_FALSE(summary_of({attempt("a", 1, 1.0, "ready/files"), attempt("b", 1, 0.0, "ready/files"),
                           attempt("c", 1, 0.0, "ready/files")})
                   .clusters.has_value());
}

TEST(Clusters, AreNotThereWhereNoCaseHasOne) {
  EXPECT_FALSE(summary_of({attempt("a", 1, 1.0)}).clusters.has_value());
}

TEST(Scores, ThatAreNoNumbersAreLeftOutOfTheMean) {
  const auto summary = summary_of({attempt("a", 1, 1.0), attempt("b", 1, NAN), attempt("c", 1, INFINITY)});
  EXPECT_EQ(summary.all.counts.measured(), 3);
  EXPECT_DOUBLE_EQ(summary.all.score->value, 1.0);
  EXPECT_THAT(to_json(summary), testing::Not(testing::HasSubstr("nan")));
}

TEST(Property, ASummaryDoesNotDependOnTheOrderOfCases) {
  std::mt19937 random(11);
  std::vector<Result> results;
  for (int i = 0; i < 500; ++i) {
    results.push_back(attempt("c" + std::to_string(i), 1, static_cast<double>(random() % 1000) / 999.0));
    results.back().asked.category = std::to_string(random() % 5);
    results.back().asked.world = std::to_string(random() % 9);
    results.back().answer.latency = std::chrono::nanoseconds(random());
  }
  const std::string json = to_json(summary_of(results));
  for (int i = 0; i < 5; ++i) {
    std::shuffle(results.begin(), results.end(), random);
    ASSERT_EQ(to_json(summary_of(results)), json);
  }
}

TEST(Summary, NearlyAsManyTagsAsCasesAreFolded) {
  std::vector<Result> results;
  for (int i = 0; i < 40'000; ++i) {
    results.push_back(attempt("c" + std::to_string(i), 1, 1.0));
    results.back().asked.tags = {"t" + std::to_string(i / 2)};
  }
  const auto summary = summary_of(std::move(results));
  EXPECT_EQ(summary.all.counts.pass, 40'000);
  EXPECT_EQ(summary.by_tag.size(), 20'000);
  EXPECT_EQ(summary.by_tag.front().counts.pass, 2);
}

}  // namespace
}  // namespace assay
