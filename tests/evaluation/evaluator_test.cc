// SPDX-License-Identifier: Apache-2.0
// Pairs graded by text, similarity and a judge: which one decides, and what is not measured.
#include "assay/evaluator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <mutex>

#include "assay/error.h"
#include "assay/internal/json.h"
#include "assay/internal/likeness.h"
#include "assay/internal/profile.h"
#include "assay/judge.h"
#include "opinions.h"

namespace assay {
namespace {

using testing::HasSubstr;

class EvaluatorTest : public testing::Test {
 protected:
  void use_model(bool is_broken = false) {
    options_.backends.likeness = likeness_of(std::make_unique<Model>(is_broken));
  }
  void use_judge(std::string verdict) {
    options_.backends.judge =
        std::make_shared<Judge>(JudgeService{.url = "http://h", .model = "m"}, nullptr,
                                std::make_unique<JudgesServer>(std::move(verdict), asked_));
  }
  EvaluationResult evaluated(std::string generated) {
    return Evaluator(options_).evaluate(
        {.instruction = "list", .expected = "ls", .generated = std::move(generated)});
  }

  EvaluatorOptions options_;
  std::atomic<int> asked_ = 0;
};

TEST_F(EvaluatorTest, FindsTheSameTextFunctionallyEquivalent) {
  use_model();
  const auto result = evaluated(" ls\n");
  EXPECT_TRUE(result.exact_match);
  EXPECT_EQ(result.functionally_equivalent, true);
  EXPECT_NEAR(result.semantic_similarity.value(), 1.0, 1e-6);
  EXPECT_EQ(result.similarity_threshold, 0.80);
  EXPECT_EQ(result.generated, " ls\n");
}

TEST_F(EvaluatorTest, TakesASimilarityAtOrAboveTheThreshold) {
  use_model();
  const auto near = evaluated("ls *");
  EXPECT_FALSE(near.exact_match);
  EXPECT_NEAR(near.semantic_similarity.value(), 0.96, 1e-6);
  EXPECT_EQ(near.semantic_match, true);
  EXPECT_EQ(near.functionally_equivalent, true);
  EXPECT_EQ(near.llm_judge_match, std::nullopt);
  options_.threshold = 0.97;
  EXPECT_EQ(evaluated("ls *").functionally_equivalent, false);
}

TEST_F(EvaluatorTest, AsksTheJudgeBetweenItsBoundAndTheThresholdAlone) {
  use_model();
  use_judge("equivalent");
  EXPECT_EQ(evaluated("rmdir x").functionally_equivalent, false);
  EXPECT_EQ(evaluated("ls *").functionally_equivalent, true);
  EXPECT_EQ(asked_, 0);
  const auto between = evaluated("dir");
  EXPECT_EQ(asked_, 2);
  EXPECT_EQ(between.semantic_match, false);
  EXPECT_EQ(between.llm_judge_match, true);
  EXPECT_EQ(between.functionally_equivalent, true);
  EXPECT_THAT(between.explanation, HasSubstr("judge: equivalent: because"));
  use_judge("not_equivalent");
  EXPECT_EQ(evaluated("dir").functionally_equivalent, false);
  EXPECT_EQ(evaluated("dir").llm_judge_match, false);
  use_judge("unsure");
  EXPECT_EQ(evaluated("dir").functionally_equivalent, false);
  EXPECT_EQ(evaluated("dir").llm_judge_match, std::nullopt);
}

TEST_F(EvaluatorTest, MeasuresNothingWhereTheJudgeThatWouldDecideIsMissing) {
  use_model();
  use_judge("");
  const auto result = evaluated("dir");
  EXPECT_EQ(result.functionally_equivalent, std::nullopt);
  EXPECT_THAT(result.explanation, HasSubstr("nobody is there"));
}

TEST_F(EvaluatorTest, MeasuresNoSimilarityWithoutAModelOrWithABrokenOne) {
  EXPECT_EQ(evaluated("ls").functionally_equivalent, true);
  EXPECT_EQ(evaluated("dir").functionally_equivalent, std::nullopt);
  use_model(true);
  const auto result = evaluated("dir");
  EXPECT_EQ(result.semantic_similarity, std::nullopt);
  EXPECT_EQ(result.semantic_match, std::nullopt);
  EXPECT_EQ(result.functionally_equivalent, std::nullopt);
  EXPECT_THAT(result.explanation, HasSubstr("m/config.json: is gone"));
}

TEST_F(EvaluatorTest, MeasuresNoSimilarityOfWhatTheModelReadsInPart) {
  use_model();
  EXPECT_EQ(evaluated("long").semantic_similarity, std::nullopt);
  EXPECT_EQ(evaluated("long").functionally_equivalent, std::nullopt);
}

TEST_F(EvaluatorTest, ProvesByTextWhereTheProfileSaysSo) {
  options_.profile = EvaluationProfile::text;
  const Evaluator evaluator(options_);
  const auto same = evaluator.evaluate({.instruction = "", .expected = "ls -l -a", .generated = "ls -la"});
  EXPECT_EQ(same.functionally_equivalent, true);
  EXPECT_THAT(same.explanation, HasSubstr("canonical"));
  EXPECT_EQ(
      evaluator.evaluate({.instruction = "", .expected = "ls", .generated = "pwd"}).functionally_equivalent,
      false);
}

TEST_F(EvaluatorTest, AsksTheJudgeLastWhereTheProfileIsEvidence) {
  options_.profile = EvaluationProfile::evidence;
  use_judge("equivalent");
  EXPECT_EQ(evaluated("ls ").functionally_equivalent, true);
  EXPECT_EQ(asked_, 0);
}

TEST_F(EvaluatorTest, KeepsTheOrderOfABatchAndCounts) {
  use_model();
  const std::vector<EvaluationExample> examples = {
      {.instruction = "a", .expected = "ls", .generated = "ls"},
      {.instruction = "b", .expected = "ls", .generated = "ls *"},
      {.instruction = "c", .expected = "ls", .generated = "x"},
      {.instruction = "d", .expected = "ls", .generated = "long"}};
  std::vector<std::size_t> progress;
  const auto results =
      Evaluator(options_).evaluate_batch(examples, [&](std::size_t done) { progress.push_back(done); });
  EXPECT_EQ(progress, (std::vector<std::size_t>{1, 2, 3, 4}));
  for (std::size_t i = 0; i < examples.size(); ++i)
    EXPECT_EQ(results[i].instruction, examples[i].instruction);
  const auto metrics = metrics_of(results);
  EXPECT_EQ(metrics.total, 4u);
  EXPECT_EQ(metrics.exact.matches, 1u);
  EXPECT_EQ(metrics.exact.measured, 4u);
  EXPECT_EQ(metrics.semantic.matches, 2u);
  EXPECT_EQ(metrics.semantic.measured, 3u);
  EXPECT_EQ(metrics.functional.measured, 3u);
  EXPECT_EQ(metrics.judged.share(), std::nullopt);
  EXPECT_NEAR(metrics.avg_similarity.value(), (1 + 0.96) / 3, 1e-6);
}

TEST_F(EvaluatorTest, EndsABatchWhoseProgressThrows) {
  options_.profile = EvaluationProfile::text;
  const std::vector<EvaluationExample> examples(50, {.instruction = "", .expected = "ls", .generated = "ls"});
  const auto stop = [](std::size_t done) {
    if (done == 2) throw std::runtime_error("stopped");
  };
  EXPECT_THROW(Evaluator(options_).evaluate_batch(examples, stop), std::runtime_error);
}

TEST_F(EvaluatorTest, HasNoRatesOfNothing) {
  const auto metrics = metrics_of(Evaluator(options_).evaluate_batch({}));
  EXPECT_EQ(metrics.exact.share(), std::nullopt);
  EXPECT_EQ(metrics.avg_similarity, std::nullopt);
}

TEST_F(EvaluatorTest, RefusesAThresholdThatIsNone) {
  for (const double threshold : {-0.1, 1.1, std::nan("")}) {
    options_.threshold = threshold;
    EXPECT_THROW(Evaluator{options_}, Error) << threshold;
  }
}

TEST_F(EvaluatorTest, WritesWhatItMeasuredAndNullForTheRest) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "evaluation";
  use_model();
  const std::vector<EvaluationResult> results = {evaluated("ls")};
  write_evaluation(folder, results, metrics_of(results), options_);
  EXPECT_EQ(read_file(folder / "results.jsonl"), to_json(results.front()) + "\n");
  EXPECT_THAT(to_json(results.front()), HasSubstr("\"llm_judge_match\":null"));
  EXPECT_THAT(read_file(folder / "metrics.json"), HasSubstr("\"exact_match_rate\": 1.0"));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace assay
