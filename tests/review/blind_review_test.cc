// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/blind_review.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "assay/error.h"
#include "temporary_folder.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::Not;

// `size` examples, every other one a match.
std::vector<JudgedExample> examples(std::size_t size) {
  std::vector<JudgedExample> all;
  for (std::size_t i = 0; i < size; ++i) {
    const bool match = i % 2 == 0;
    all.push_back({.instruction = "list " + std::to_string(i),
                   .expected = "ls",
                   .generated = "ls -l",
                   .match = match,
                   .judge = match,
                   .stratum = match ? "match, judge" : "no match, judge"});
  }
  return all;
}

class BlindReviewTest : public testing::Test {
 protected:
  // The key of a sample, and its examples with `label` as the answer of a reviewer.
  void write(const BlindSample& sample, const std::string& label) {
    std::ofstream(folder_ / "key.jsonl") << sample.key;
    std::string text = sample.review;
    for (auto at = text.find("\"right\":null"); at != text.npos; at = text.find("\"right\":null", at + 1))
      text.replace(at, 12, "\"right\":" + label);
    std::ofstream(folder_ / "review.jsonl") << text;
  }
  std::vector<KeyRow> key() const { return read_key(folder_ / "key.jsonl"); }
  Review review() const { return read_review(folder_ / "review.jsonl", key()); }

  TemporaryFolder folder_;
};

TEST_F(BlindReviewTest, ReviewersDoNotSeeTheVerdicts) {
  const auto sample = draw_sample(examples(10), 4, 1);
  EXPECT_EQ(sample.drawn, 4u);
  EXPECT_THAT(sample.review, Not(HasSubstr("match")));
  EXPECT_THAT(sample.key, HasSubstr("functionally_equivalent"));
}

TEST_F(BlindReviewTest, TheSameSeedDrawsTheSameExamples) {
  EXPECT_EQ(draw_sample(examples(100), 10, 7).review, draw_sample(examples(100), 10, 7).review);
  EXPECT_NE(draw_sample(examples(100), 10, 7).review, draw_sample(examples(100), 10, 8).review);
}

TEST_F(BlindReviewTest, ExamplesWithoutAVerdictAreNotDrawn) {
  auto all = examples(4);
  all[0].match.reset();
  const auto sample = draw_sample(all, 10, 1);
  EXPECT_EQ(sample.drawn, 3u);
  EXPECT_EQ(sample.not_measured, 1u);
}

TEST_F(BlindReviewTest, LabelsGivePrecisionRecallAndTheJudgesAgreement) {
  write(draw_sample(examples(10), 10, 1), "true");
  const auto score = score_of(review(), key());
  EXPECT_EQ(score.labelled, 10u);
  EXPECT_DOUBLE_EQ(score.precision.value().share, 1.0);
  EXPECT_DOUBLE_EQ(score.recall.value().share, 0.5);
  EXPECT_EQ(score.with_judge.first_only, 5u);
}

TEST_F(BlindReviewTest, WithoutLabelsNothingIsMeasured) {
  write(draw_sample(examples(10), 10, 1), "null");
  const auto score = score_of(review(), key());
  EXPECT_FALSE(score.precision);
  EXPECT_EQ(score.unseen.size(), 2u);
}

TEST_F(BlindReviewTest, AReviewOfOtherExamplesIsRefused) {
  write(draw_sample(examples(10), 10, 1), "true");
  const auto other = draw_sample(examples(10), 10, 2);
  std::ofstream(folder_ / "key.jsonl") << other.key;
  EXPECT_THROW(review(), Error);
}

}  // namespace
}  // namespace assay
