// SPDX-License-Identifier: Apache-2.0
// Finds the score that separates right from wrong: the sweep over labelled scores, and statements about the
// chosen threshold. Pure functions; the same numbers on every platform.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/summary.h"

namespace assay {

struct LabelledScore {
  double score = 0;
  bool is_right = false;
  std::size_t task = 0;  // scores of one task are not independent
};

// The outcome of calling right every score at or above a threshold. Without a value if the denominator is
// zero.
struct Confusion {
  double true_positives = 0, false_positives = 0, false_negatives = 0,
         true_negatives = 0;  // means, if over several

  std::optional<double> precision() const;
  std::optional<double> recall() const;
  std::optional<double> f1() const;
  std::optional<double> specificity() const;
  std::optional<double> accuracy() const;
  std::optional<double> youden() const;  // recall + specificity − 1
  bool operator==(const Confusion&) const = default;
};
Confusion confusion_at(std::span<const LabelledScore> scores, double threshold);

struct CurvePoint {
  double threshold = 0;  // a score that occurs
  Confusion confusion;
};
// One point per score that occurs, the highest first.
std::vector<CurvePoint> curve_of(std::span<const LabelledScore> scores);

struct ThresholdRule {
  enum class Kind {
    precision,  // highest recall for which Wilson's lower bound of the precision reaches `precision`
    max_f1,
    youden,
  } kind = Kind::precision;
  double precision = 0.95;
};
// "precision>=0.95", "max-f1", "youden".
std::string to_string(const ThresholdRule& rule);
std::optional<ThresholdRule> threshold_rule_from(std::string_view text);

// Midway between the score chosen by the rule and the next lower one, to six decimals. Among thresholds that
// the rule rates equal, the one with the widest gap; for `precision`, the highest. None if no threshold
// satisfies the rule.
std::optional<double> choose_threshold(std::span<const LabelledScore> scores, const ThresholdRule& rule);
// The highest threshold below which Wilson's upper bound of the share of right ones is at most `share`; none
// if there is no such threshold.
std::optional<double> choose_rejection(std::span<const LabelledScore> scores, double share = 0.05);

struct CalibrationOptions {
  ThresholdRule rule;
  int resamples = 2000;  // of tasks, for the intervals
  int folds = 5;         // of tasks
  int repeats = 5;       // of the cross-validation
  std::uint64_t seed = 1;
};

struct Calibration {
  std::size_t scores = 0, right = 0, tasks = 0;
  std::optional<double> accept, reject;
  std::optional<Interval> accept_interval;  // over the resamples in which the rule found a threshold
  double found = 0;                         // the share of those resamples
  std::optional<double> auc, average_precision;
  std::optional<Interval> auc_interval, average_precision_interval;
  std::optional<Interval> precision_interval, recall_interval;  // at `accept`
  // The threshold that the rule finds on the other folds' tasks, applied to each fold: what to expect of new
  // tasks. If the rule finds none, nothing is called right. None if there are fewer tasks than folds.
  std::optional<Confusion> cross_validated;
};
Calibration calibrate(std::span<const LabelledScore> scores, const CalibrationOptions& options = {});

}  // namespace assay
