// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>

#include "assay/internal/calibration.h"
#include "assay/internal/statistics.h"
#include "sweep.h"

namespace assay {
namespace {

std::optional<double> share_of_weight(double part, double whole) {
  return whole > 0 ? std::optional(part / whole) : std::nullopt;
}

std::optional<Interval> wilson_of(double part, double whole) {
  return wilson(static_cast<std::size_t>(std::lround(part)), static_cast<std::size_t>(std::lround(whole)));
}

// Higher is better; none: the rule is not satisfied.
std::optional<double> worth(const Confusion& confusion, const ThresholdRule& rule) {
  switch (rule.kind) {
    case ThresholdRule::Kind::precision: {
      const auto interval =
          wilson_of(confusion.true_positives, confusion.true_positives + confusion.false_positives);
      if (!interval || interval->low < rule.precision) return std::nullopt;
      return confusion.recall();
    }
    case ThresholdRule::Kind::max_f1:
      return confusion.f1();
    case ThresholdRule::Kind::youden:
      return confusion.youden();
  }
  return std::nullopt;
}

double six_decimals(double value) { return std::round(value * 1e6) / 1e6; }

}  // namespace

std::optional<double> Confusion::precision() const {
  return share_of_weight(true_positives, true_positives + false_positives);
}
std::optional<double> Confusion::recall() const {
  return share_of_weight(true_positives, true_positives + false_negatives);
}
std::optional<double> Confusion::f1() const {
  return share_of_weight(2 * true_positives, 2 * true_positives + false_positives + false_negatives);
}
std::optional<double> Confusion::specificity() const {
  return share_of_weight(true_negatives, true_negatives + false_positives);
}
std::optional<double> Confusion::accuracy() const {
  return share_of_weight(true_positives + true_negatives,
                         true_positives + true_negatives + false_positives + false_negatives);
}
std::optional<double> Confusion::youden() const {
  const auto sensitivity = recall(), specific = specificity();
  return sensitivity && specific ? std::optional(*sensitivity + *specific - 1) : std::nullopt;
}

Confusion confusion_at(std::span<const LabelledScore> scores, double threshold) {
  Confusion confusion;
  for (const auto& each : scores) {
    const bool called_right = each.score >= threshold;
    (called_right    ? each.is_right ? confusion.true_positives : confusion.false_positives
     : each.is_right ? confusion.false_negatives
                     : confusion.true_negatives) += 1;
  }
  return confusion;
}

Sweep::Sweep(std::span<const LabelledScore> scores) : sorted_(scores.begin(), scores.end()) {
  std::ranges::sort(sorted_, std::ranges::greater{}, &LabelledScore::score);
  for (const auto& each : sorted_) tasks_ = std::max(tasks_, each.task + 1);
}

std::vector<CurvePoint> Sweep::curve(std::span<const double> weights) const {
  double right = 0, wrong = 0;
  for (const auto& each : sorted_) (each.is_right ? right : wrong) += weights[each.task];
  std::vector<CurvePoint> points;
  double right_above = 0, wrong_above = 0;
  for (std::size_t i = 0; i < sorted_.size(); ++i) {
    (sorted_[i].is_right ? right_above : wrong_above) += weights[sorted_[i].task];
    if (i + 1 < sorted_.size() && sorted_[i + 1].score == sorted_[i].score) continue;
    points.push_back({.threshold = sorted_[i].score,
                      .confusion = {.true_positives = right_above,
                                    .false_positives = wrong_above,
                                    .false_negatives = right - right_above,
                                    .true_negatives = wrong - wrong_above}});
  }
  return points;
}

std::vector<CurvePoint> curve_of(std::span<const LabelledScore> scores) {
  const Sweep sweep(scores);
  return sweep.curve(std::vector<double>(sweep.tasks(), 1.0));
}

std::optional<double> area_under(std::span<const CurvePoint> curve) {
  if (curve.empty()) return std::nullopt;
  const auto& last = curve.back().confusion;  // everything is called right there
  if (last.true_positives == 0 || last.false_positives == 0) return std::nullopt;
  double area = 0, right = 0, wrong = 0;
  for (const auto& [threshold, at] : curve) {
    area += (at.false_positives - wrong) * (at.true_positives + right) / 2;
    right = at.true_positives;
    wrong = at.false_positives;
  }
  return area / (right * wrong);
}

std::optional<double> average_precision_of(std::span<const CurvePoint> curve) {
  if (curve.empty() || curve.back().confusion.true_positives == 0 ||
      curve.back().confusion.false_positives == 0)
    return std::nullopt;
  double sum = 0, recall = 0;
  for (const auto& [threshold, at] : curve) {
    sum += (at.recall().value_or(0) - recall) * at.precision().value_or(0);
    recall = at.recall().value_or(0);
  }
  return sum;
}

std::optional<double> chosen_of(std::span<const CurvePoint> curve, const ThresholdRule& rule) {
  std::optional<double> best, chosen;
  double widest = -1;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const auto found = worth(curve[i].confusion, rule);
    if (!found || (best && *found < *best)) continue;
    const double below = i + 1 < curve.size() ? curve[i + 1].threshold : 0.0;
    const double gap = curve[i].threshold - below;
    // At equal recall, the higher threshold admits fewer wrong ones.
    const bool is_better =
        !best || *found > *best || (rule.kind != ThresholdRule::Kind::precision && gap > widest);
    if (!is_better) continue;
    best = found;
    widest = gap;
    const double middle = six_decimals((curve[i].threshold + below) / 2);
    // Scores may be closer than a millionth: the chosen one must stay above the threshold.
    chosen = middle <= curve[i].threshold && middle > below ? middle : curve[i].threshold;
  }
  return chosen;
}

std::optional<double> choose_threshold(std::span<const LabelledScore> scores, const ThresholdRule& rule) {
  return chosen_of(curve_of(scores), rule);
}

std::optional<double> choose_rejection(std::span<const LabelledScore> scores, double most) {
  const auto curve = curve_of(scores);
  for (const auto& [threshold, at] : curve) {
    const auto interval = wilson_of(at.false_negatives, at.false_negatives + at.true_negatives);
    if (interval && interval->high <= most) return std::floor(threshold * 1e6) / 1e6;
  }
  return std::nullopt;
}

}  // namespace assay
