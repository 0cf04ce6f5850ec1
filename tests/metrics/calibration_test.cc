// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/calibration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace assay {
namespace {

using testing::DoubleNear;
using testing::Optional;

// Reference: scikit-learn (roc_auc_score, average_precision_score, precision_recall_curve).
constexpr double kScores[] = {0.98, 0.95, 0.95, 0.93, 0.91, 0.9,  0.9,  0.88, 0.86, 0.86,
                              0.84, 0.82, 0.8,  0.8,  0.78, 0.75, 0.71, 0.66, 0.6,  0.55};
constexpr bool kRight[] = {true,  true, false, true,  true, false, true,  false, true, false,
                           false, true, false, false, true, false, false, false, true, false};

std::vector<LabelledScore> known() {
  std::vector<LabelledScore> scores;
  for (std::size_t i = 0; i < std::size(kScores); ++i)
    scores.push_back({.score = kScores[i], .is_right = kRight[i], .task = i});
  return scores;
}

// Labelled scores from pairs of (score, right), each of its own task.
std::vector<LabelledScore> made(std::vector<std::pair<double, bool>> rows) {
  std::vector<LabelledScore> scores;
  for (const auto& [score, right] : rows) scores.push_back({score, right, scores.size()});
  return scores;
}

TEST(CalibrationCurve, AgreesWithAnotherLibrary) {
  const auto found = calibrate(known());
  EXPECT_THAT(found.auc, Optional(DoubleNear(0.702020202020202, 1e-12)));
  EXPECT_THAT(found.average_precision, Optional(DoubleNear(0.6801448064605959, 1e-12)));
  EXPECT_THAT(confusion_at(known(), 0.80).f1(), Optional(DoubleNear(0.6086956521739131, 1e-12)));
  EXPECT_THAT(confusion_at(known(), 0.9).youden(), Optional(DoubleNear(0.37373737373737376, 1e-12)));
  const auto curve = curve_of(known());
  ASSERT_EQ(curve.size(), 16u);
  EXPECT_EQ(curve.back().threshold, 0.55);
  EXPECT_THAT(curve.back().confusion.precision(), Optional(DoubleNear(0.45, 1e-12)));
  EXPECT_THAT(curve[1].confusion.recall(), Optional(DoubleNear(2 / 9.0, 1e-12)));
}

TEST(CalibrationCurve, HasNoAreaWhereAllAreRight) {
  EXPECT_EQ(calibrate(made({{0.5, true}})).auc, std::nullopt);
  EXPECT_EQ(calibrate({}).average_precision, std::nullopt);
}

TEST(Threshold, OfTheBestF1LiesInTheGapBelowItsScore) {
  // 0.78 is the best; the next lower score is 0.75.
  EXPECT_THAT(choose_threshold(known(), {.kind = ThresholdRule::Kind::max_f1}),
              Optional(DoubleNear(0.765, 1e-9)));
}

TEST(Threshold, OfYoudenLiesInTheGapBelowItsScore) {
  EXPECT_THAT(choose_threshold(known(), {.kind = ThresholdRule::Kind::youden}),
              Optional(DoubleNear(0.89, 1e-9)));
}

TEST(Threshold, OfAPrecisionIsHeldByWilsonsLowerBound) {
  // Twenty right pairs and no wrong one prove a precision of at least 0.839, but not of 0.95.
  std::vector<LabelledScore> scores;
  for (std::size_t i = 0; i < 20; ++i) scores.push_back({0.9, true, i});
  scores.push_back({0.4, false, 20});
  EXPECT_EQ(choose_threshold(scores, {.precision = 0.95}), std::nullopt);
  EXPECT_THAT(choose_threshold(scores, {.precision = 0.83}), Optional(DoubleNear(0.65, 1e-9)));
}

TEST(Threshold, OfAPrecisionLetsNoMoreWrongOnesInForTheSameRecall) {
  std::vector<LabelledScore> scores;
  for (std::size_t i = 0; i < 100; ++i) scores.push_back({0.9, true, i});
  scores.push_back({0.8, false, 100});
  scores.push_back({0.1, false, 101});
  EXPECT_THAT(choose_threshold(scores, {.precision = 0.9}), Optional(DoubleNear(0.85, 1e-9)));
}

TEST(Threshold, SeparatesScoresThatAreNearerThanAMillionth) {
  const auto scores = made({{0.5000004, true}, {0.5000001, false}});
  const auto threshold = choose_threshold(scores, {.kind = ThresholdRule::Kind::max_f1});
  ASSERT_TRUE(threshold);
  EXPECT_EQ(confusion_at(scores, *threshold).false_positives, 0);
  EXPECT_EQ(confusion_at(scores, *threshold).true_positives, 1);
}

TEST(Threshold, RejectsWhereHardlyAnyIsRightBelow) {
  std::vector<LabelledScore> scores;
  for (std::size_t i = 0; i < 200; ++i) scores.push_back({0.3, false, i});
  for (std::size_t i = 0; i < 50; ++i) scores.push_back({0.7, i % 2 == 0, 200 + i});
  EXPECT_THAT(choose_rejection(scores), Optional(DoubleNear(0.7, 1e-6)));
  EXPECT_EQ(choose_rejection(made({{0.3, true}, {0.2, false}})), std::nullopt);
}

TEST(ThresholdRule, IsReadAsItIsWritten) {
  for (const auto* text : {"precision>=0.95", "precision>=0.9", "max-f1", "youden"})
    EXPECT_EQ(to_string(threshold_rule_from(text).value()), text);
  for (const auto* text :
       {"", "f1", "precision>=", "precision>=1", "precision>=0", "precision>=0.9x", "precision>=nan"})
    EXPECT_EQ(threshold_rule_from(text), std::nullopt) << text;
}

// Tasks of four pairs; the scores separate right from wrong, except in `noise` of the tasks.
std::vector<LabelledScore> tasks_of_four(std::size_t tasks, std::size_t noise) {
  std::vector<LabelledScore> scores;
  for (std::size_t task = 0; task < tasks; ++task)
    for (std::size_t i = 0; i < 4; ++i) {
      const bool right = i % 2 == 0;
      const double score = (right ? 0.7 : 0.3) + 0.001 * static_cast<double>((task * 37 + i) % 100);
      scores.push_back({task < noise ? 1 - score : score, right, task});
    }
  return scores;
}

TEST(Calibration, SaysWhatItIsOf) {
  const auto found = calibrate(tasks_of_four(50, 0));
  EXPECT_EQ(found.scores, 200u);
  EXPECT_EQ(found.right, 100u);
  EXPECT_EQ(found.tasks, 50u);
  EXPECT_EQ(found.auc, 1.0);
  ASSERT_TRUE(found.accept);
  EXPECT_GT(*found.accept, 0.399);
  EXPECT_LE(*found.accept, 0.7);
  EXPECT_EQ(found.found, 1.0);
  EXPECT_EQ(found.precision_interval, (Interval{1, 1}));
}

TEST(Calibration, HoldsOutWholeTasks) {
  const auto found = calibrate(tasks_of_four(50, 0));
  ASSERT_TRUE(found.cross_validated);
  EXPECT_EQ(found.cross_validated->true_positives, 100);
  EXPECT_EQ(found.cross_validated->false_positives, 0);
}

TEST(Calibration, IsCrossValidatedBelowWhatItShowsOnItself) {
  const auto scores = tasks_of_four(60, 12);
  const CalibrationOptions options{.rule = {.kind = ThresholdRule::Kind::max_f1}};
  const auto found = calibrate(scores, options);
  EXPECT_LE(found.cross_validated.value().f1().value(),
            confusion_at(scores, found.accept.value()).f1().value() + 1e-12);
}

TEST(Calibration, SaysHowOftenTheResamplesFoundAThreshold) {
  // 73 right ones and no wrong one are just enough for 0.95, and many resamples have fewer.
  std::vector<LabelledScore> scores;
  for (std::size_t i = 0; i < 94; ++i) scores.push_back({i < 74 ? 0.9 : 0.4, i < 74, i});
  const auto found = calibrate(scores);
  EXPECT_TRUE(found.accept);
  EXPECT_GT(found.found, 0.3);
  EXPECT_LT(found.found, 0.9);
}

TEST(Calibration, IntervalsHoldTheFigure) {
  const auto found = calibrate(tasks_of_four(60, 12), {.rule = {.kind = ThresholdRule::Kind::max_f1}});
  EXPECT_LT(found.auc_interval.value().low, found.auc.value());
  EXPECT_GT(found.auc_interval.value().high, found.auc.value());
  EXPECT_LT(found.auc_interval.value().low, found.auc_interval.value().high);
}

TEST(Calibration, IsTheSameForTheSameSeed) {
  const auto scores = known();
  EXPECT_EQ(calibrate(scores).auc_interval, calibrate(scores).auc_interval);
  EXPECT_NE(calibrate(scores).auc_interval, calibrate(scores, {.seed = 2}).auc_interval);
}

TEST(Calibration, OfNothingIsNothing) {
  const auto found = calibrate({});
  EXPECT_EQ(found.accept, std::nullopt);
  EXPECT_EQ(found.cross_validated, std::nullopt);
}

}  // namespace
}  // namespace assay
