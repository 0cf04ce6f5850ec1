// SPDX-License-Identifier: Apache-2.0
// What follows from a grade is replaced with it: a row never holds the evaluation or the danger of an earlier
// grading.
#include "assay/internal/grade_case.h"

#include <gtest/gtest.h>

#include "answers.h"
#include "assay/internal/profile.h"

namespace assay {
namespace {

class GradeCaseTest : public testing::Test {
 protected:
  GradeCaseTest() {
    result.asked.id = result.asked.name = "all";
    result.asked.dataset = "set";
    result.asked.accepted = {"ls -a"};
    result.answer = answered("ls --all");
  }

  Result result;
  EvaluateOptions options;
};

TEST_F(GradeCaseTest, GradesByTheLevelsOfTheCase) {
  grade_case(result, options);
  EXPECT_EQ(result.grade.status, Status::pass);
  EXPECT_EQ(result.grade.method, "canonical");
  EXPECT_EQ(result.min_score, options.min_score);
  EXPECT_FALSE(result.evaluation);
  ASSERT_TRUE(result.danger);
  EXPECT_TRUE(result.danger->reason.empty());
}

TEST_F(GradeCaseTest, ReplacesTheEvaluationOfAnEarlierAnswer) {
  options.profile = EvaluationTerms{.profile = EvaluationProfile::text};
  options.levels = levels_of(*options.profile, options.backends);
  grade_case(result, options);
  ASSERT_TRUE(result.evaluation);
  EXPECT_EQ(result.evaluation->functionally_equivalent, true);
  result.asked.accepted = {"ls"};
  grade_case(result, options);
  EXPECT_EQ(result.evaluation->expected, "ls");
  EXPECT_EQ(result.evaluation->functionally_equivalent, false);
}

TEST_F(GradeCaseTest, WithoutAProfileLeavesNoEvaluation) {
  options.profile = EvaluationTerms{.profile = EvaluationProfile::text};
  options.levels = levels_of(*options.profile, options.backends);
  grade_case(result, options);
  options.profile.reset();
  grade_case(result, options);
  EXPECT_FALSE(result.evaluation);
}

TEST_F(GradeCaseTest, ReplacesTheDangerOfAnEarlierAnswer) {
  result.answer.command = "rm -rf d";
  grade_case(result, options);
  EXPECT_FALSE(result.danger->reason.empty());
  result.answer.command = "ls";
  grade_case(result, options);
  EXPECT_TRUE(result.danger->reason.empty());
  result.answer.ending = Ending::refused;
  grade_case(result, options);
  EXPECT_FALSE(result.danger);
}

TEST_F(GradeCaseTest, TakesTheMinimumOfTheCase) {
  result.asked.own->min_score = 0.95;
  grade_case(result, options);
  EXPECT_EQ(result.min_score, 0.95);
  EXPECT_EQ(result.grade.status, Status::miss);
}

TEST_F(GradeCaseTest, ACaseThatWasNotAskedIsUnmeasured) {
  Answer answer;
  answer.ending = Ending::cancelled;
  const Result nothing = unanswered_result(result.asked, answer, options);
  EXPECT_EQ(nothing.grade.status, Status::unmeasured);
  EXPECT_FALSE(nothing.danger);
  EXPECT_FALSE(nothing.started_at.empty());
}

}  // namespace
}  // namespace assay
