// SPDX-License-Identifier: Apache-2.0
// Profiles for tools' answers: the same verdicts as those of an evaluation of pairs.
#include "assay/internal/profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "answers.h"
#include "assay/evaluator.h"
#include "assay/internal/likeness.h"
#include "assay/judge.h"
#include "opinions.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ProfileTest : public testing::Test {
 protected:
  void use_model(bool is_broken = false) {
    backends.likeness = likeness_of(std::make_unique<Model>(is_broken));
  }
  void use_judge(std::string verdict) {
    backends.judge = std::make_shared<Judge>(JudgeService{.url = "http://h", .model = "m"}, nullptr,
                                             std::make_unique<JudgesServer>(std::move(verdict), asked));
  }
  std::vector<std::string> levels() const {
    std::vector<std::string> names;
    for (const auto& each : levels_of(terms, backends)) names.push_back(each.name);
    return names;
  }
  EvaluationResult of_case(const std::vector<std::string>& accepted, const std::string& generated) const {
    Case asked_for;
    asked_for.prompt = "list";
    asked_for.accepted = accepted;
    Answer answer = answered(generated);
    const auto grade = assay::grade(asked_for, answer, levels_of(terms, backends),
                                    {.backends = backends, .question = Question::fulfils});
    return evaluation_of(asked_for, answer, grade, terms, backends);
  }
  EvaluationResult of_pair(const std::string& generated) const {
    return Evaluator({.profile = terms.profile,
                      .threshold = terms.threshold,
                      .judge_from = terms.judge_from,
                      .backends = backends})
        .evaluate({"list", "ls", generated});
  }

  EvaluationTerms terms;
  Backends backends;
  std::atomic<int> asked = 0;
};

TEST_F(ProfileTest, NamesItsLevels) {
  EXPECT_THAT(levels(), ElementsAre("exact", "similarity"));
  use_judge("equivalent");
  EXPECT_THAT(levels(), ElementsAre("exact", "similarity", "judge"));
  terms.profile = EvaluationProfile::text;
  EXPECT_THAT(levels(), ElementsAre("exact", "whitespace", "canonical"));
  terms.profile = EvaluationProfile::evidence;
  EXPECT_THAT(levels(), ElementsAre("exact", "whitespace", "canonical", "behavioural", "judge"));
}

// For each threshold and judge's verdict, with and without a model.
TEST_F(ProfileTest, SaysOfAnAnswerWhatAnEvaluationSaysOfThePair) {
  for (const bool has_model : {true, false})
    for (const char* judge : {"none", "equivalent", "not_equivalent", "unsure", ""})
      for (const double threshold : {0.70, 0.80, 0.99}) {
        backends = {};
        if (has_model) use_model();
        if (std::string(judge) != "none") use_judge(judge);
        terms.threshold = threshold;
        for (const char* generated : {"ls", "ls *", "dir", "cal", "long"}) {
          const auto pair = of_pair(generated), answer = of_case({"ls"}, generated);
          const auto where =
              std::string(generated) + ", judge " + judge + ", from " + std::to_string(threshold);
          EXPECT_EQ(answer.expected, pair.expected) << where;
          EXPECT_EQ(answer.exact_match, pair.exact_match) << where;
          EXPECT_EQ(answer.semantic_similarity, pair.semantic_similarity) << where;
          EXPECT_EQ(answer.semantic_match, pair.semantic_match) << where;
          EXPECT_EQ(answer.llm_judge_match, pair.llm_judge_match) << where;
          // A pair that is too long for the model is left open; an answer must not leave the measurement so.
          if (has_model && std::string(generated) == "long" && !pair.functionally_equivalent)
            EXPECT_NE(answer.functionally_equivalent, true) << where;
          else
            EXPECT_EQ(answer.functionally_equivalent, pair.functionally_equivalent) << where;
          EXPECT_EQ(answer.similarity_threshold, threshold);
        }
      }
}

TEST_F(ProfileTest, TakesTheAcceptedCommandThatSpeaksMostForTheAnswer) {
  use_model();
  const auto alike = of_case({"cal", "ls"}, "ls *");
  EXPECT_EQ(alike.expected, "ls");
  EXPECT_NEAR(alike.semantic_similarity.value(), 0.96, 1e-6);
  EXPECT_EQ(alike.functionally_equivalent, true);
  EXPECT_EQ(of_case({"ls", "ls *"}, "ls *").expected, "ls *");
}

TEST_F(ProfileTest, MeasuresNothingByAModelThatDoesNotLoad) {
  use_model(true);
  const auto result = of_case({"ls"}, "ls *");
  EXPECT_EQ(result.semantic_similarity, std::nullopt);
  EXPECT_EQ(result.functionally_equivalent, std::nullopt);
  EXPECT_THAT(result.explanation, HasSubstr("is gone"));
}

TEST_F(ProfileTest, AnAnswerThatWasNotHadMatchesNothing) {
  use_model();
  Case asked_for;
  asked_for.accepted = {"ls"};
  Answer failed;
  failed.ending = Ending::failed;
  const auto result =
      evaluation_of(asked_for, failed, grade(asked_for, failed, levels_of(terms, backends)), terms, backends);
  EXPECT_EQ(result.expected, "ls");
  EXPECT_EQ(result.semantic_similarity, std::nullopt);
  EXPECT_EQ(result.functionally_equivalent, false);
}

TEST_F(ProfileTest, FiguresCoverWhatWasMeasuredAlone) {
  EvaluationTotals totals;
  totals.add({.exact_match = true,
              .semantic_similarity = 1,
              .semantic_match = true,
              .functionally_equivalent = true});
  totals.add({.semantic_similarity = 0.5,
              .semantic_match = false,
              .llm_judge_match = true,
              .functionally_equivalent = true});
  totals.add({}, false);
  const auto json = nlohmann::json::parse(to_json(totals.finish(), terms));
  EXPECT_EQ(json.at("total"), 3);
  EXPECT_EQ(json.at("exact_match_rate"), 0.5);
  EXPECT_EQ(json.at("functional_match_rate"), 1.0);
  EXPECT_EQ(json.at("avg_similarity"), 0.75);
  EXPECT_EQ(json.at("measured").at("exact"), 2);
  EXPECT_EQ(json.at("profile"), "exact+similarity+judge");
  EXPECT_TRUE(nlohmann::json::parse(to_json({}, terms)).at("exact_match_rate").is_null());
}

}  // namespace
}  // namespace assay
