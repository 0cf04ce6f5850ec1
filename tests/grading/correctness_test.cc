// SPDX-License-Identifier: Apache-2.0
#include "assay/correctness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace assay {
namespace {

using enum CorrectnessMethod;
using testing::HasSubstr;

TEST(EvaluateCorrectness, SameBytes) {
  const CorrectnessResult result = evaluate_correctness(" ls -la\n", "ls -la");
  EXPECT_EQ(result.score, 1.0);
  EXPECT_EQ(result.method, ExactMatch);
  EXPECT_EQ(result.diff, std::nullopt);
  EXPECT_EQ(result.note, "");
}

TEST(EvaluateCorrectness, Blanks) {
  const CorrectnessResult result = evaluate_correctness("ls   -la", "ls -la");
  EXPECT_EQ(result.score, 0.95);
  EXPECT_EQ(result.method, SemanticEquivalent);
  EXPECT_EQ(result.note, "only unquoted blanks differ");
}

TEST(EvaluateCorrectness, FlagOrderNamesTheExpectedFlagsFirst) {
  const CorrectnessResult result = evaluate_correctness("ls -al", "ls -la");
  EXPECT_EQ(result.score, 0.90);
  EXPECT_EQ(result.method, SemanticEquivalent);
  EXPECT_EQ(result.note, "flag order differs: ls -la vs ls -al");
  EXPECT_EQ(result.diff, std::nullopt);
}

TEST(EvaluateCorrectness, NoMatchHasADiff) {
  const CorrectnessResult result = evaluate_correctness("ls *.txt", "find . -name '*.txt'");
  EXPECT_EQ(result.score, 0.0);
  EXPECT_EQ(result.method, NoMatch);
  ASSERT_TRUE(result.diff);
  EXPECT_THAT(*result.diff, HasSubstr("- expected:  find . -name '*.txt'\n+ generated: ls *.txt\n"));
}

TEST(EvaluateCorrectness, EmptyAnswers) {
  EXPECT_EQ(evaluate_correctness("", "ls").method, NoMatch);
  EXPECT_EQ(evaluate_correctness("", "").method, ExactMatch);
}

TEST(AggregateScores, IsTheMean) {
  std::vector<CorrectnessResult> results(4);
  results[0].score = 1.0;
  results[1].score = 0.95;
  results[2].score = 0.90;
  EXPECT_DOUBLE_EQ(aggregate_scores(results), 0.7125);
  EXPECT_EQ(aggregate_scores({}), 0.0);
}

TEST(CorrectnessMethod, Names) {
  EXPECT_EQ(to_string(ExactMatch), "ExactMatch");
  EXPECT_EQ(to_string(SemanticEquivalent), "SemanticEquivalent");
  EXPECT_EQ(to_string(NoMatch), "NoMatch");
}

TEST(EvaluateCorrectness, ACommentIsLayout) {
  const CorrectnessResult result = evaluate_correctness("ls -l # list it", "ls -l");
  EXPECT_EQ(result.score, 0.95);
  EXPECT_EQ(result.method, SemanticEquivalent);
}

}  // namespace
}  // namespace assay
