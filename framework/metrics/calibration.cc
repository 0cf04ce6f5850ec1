// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "assay/internal/statistics.h"
#include "assay/internal/text.h"
#include "random.h"

namespace assay {
namespace {

// Sorted labelled scores, to be counted repeatedly with different weights for their tasks.
class Sweep {
 public:
  explicit Sweep(std::span<const LabelledScore> scores);

  std::size_t tasks() const { return tasks_; }
  // Like curve_of(), with each score counted by its task's weight.
  std::vector<CurvePoint> curve(std::span<const double> weights) const;

 private:
  std::vector<LabelledScore> sorted_;  // the highest first
  std::size_t tasks_ = 0;
};

// The probability that a right one scores higher than a wrong one, ties counting half; and the precision at
// each threshold, weighted by the recall that it adds. None if all are right, or none is.
std::optional<double> area_under(std::span<const CurvePoint> curve);
std::optional<double> average_precision_of(std::span<const CurvePoint> curve);
std::optional<double> chosen_of(std::span<const CurvePoint> curve, const ThresholdRule& rule);

// From the 2.5th to the 97.5th percentile.
std::optional<Interval> middle_of(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::ranges::sort(values);
  return Interval{*percentile(values, 0.025), *percentile(values, 0.975)};
}

// Bootstrap estimates from resampled tasks.
class Bootstrap {
 public:
  Bootstrap(const Sweep& sweep, std::span<const LabelledScore> scores, const CalibrationOptions& options,
            std::optional<double> accept)
      : options_(options), random_(options.seed) {
    for (int i = 0; i < options.resamples; ++i) add_confusion(sweep, scores, accept);
  }

  void describe(Calibration& calibration) {
    calibration.found = options_.resamples > 0 ? static_cast<double>(thresholds_.size()) /
                                                     static_cast<double>(options_.resamples)
                                               : 0.0;
    calibration.accept_interval = middle_of(std::move(thresholds_));
    calibration.auc_interval = middle_of(std::move(areas_));
    calibration.average_precision_interval = middle_of(std::move(averages_));
    calibration.precision_interval = middle_of(std::move(precisions_));
    calibration.recall_interval = middle_of(std::move(recalls_));
  }

 private:
  void add_confusion(const Sweep& sweep, std::span<const LabelledScore> scores,
                     std::optional<double> accept) {
    std::vector<double> weights(sweep.tasks());
    for (std::size_t i = 0; i < weights.size(); ++i) weights[random_.below(weights.size())] += 1;
    const auto curve = sweep.curve(weights);
    const auto keep = [](std::vector<double>& values, std::optional<double> value) {
      if (value) values.push_back(*value);
    };
    keep(thresholds_, chosen_of(curve, options_.rule));
    keep(areas_, area_under(curve));
    keep(averages_, average_precision_of(curve));
    if (!accept) return;
    Confusion at;
    for (const auto& each : scores)
      (each.score >= *accept ? each.is_right ? at.true_positives : at.false_positives
       : each.is_right       ? at.false_negatives
                             : at.true_negatives) += weights[each.task];
    keep(precisions_, at.precision());
    keep(recalls_, at.recall());
  }

  const CalibrationOptions& options_;
  Random random_;
  std::vector<double> thresholds_, areas_, averages_, precisions_, recalls_;
};

void add_confusion(Confusion& sum, const Confusion& more) {
  sum.true_positives += more.true_positives;
  sum.false_positives += more.false_positives;
  sum.false_negatives += more.false_negatives;
  sum.true_negatives += more.true_negatives;
}

// `fold_of`: the fold of each task.
Confusion held_out(std::span<const LabelledScore> scores, const ThresholdRule& rule, std::size_t fold,
                   std::span<const std::size_t> fold_of) {
  std::vector<LabelledScore> seen, unseen;
  for (const auto& each : scores) (fold_of[each.task] == fold ? unseen : seen).push_back(each);
  const auto threshold = choose_threshold(seen, rule);
  return confusion_at(unseen, threshold.value_or(HUGE_VAL));
}

std::optional<Confusion> cross_validated(std::span<const LabelledScore> scores, std::size_t tasks,
                                         const CalibrationOptions& options) {
  const auto folds = static_cast<std::size_t>(options.folds);
  if (folds < 2 || tasks < folds || options.repeats < 1) return std::nullopt;
  Random random(options.seed + 1);
  Confusion sum;
  for (int repeat = 0; repeat < options.repeats; ++repeat) {
    const auto order = shuffled(tasks, random);
    std::vector<std::size_t> fold_of(tasks);
    for (std::size_t i = 0; i < tasks; ++i) fold_of[order[i]] = i % folds;
    for (std::size_t fold = 0; fold < folds; ++fold)
      add_confusion(sum, held_out(scores, options.rule, fold, fold_of));
  }
  for (double* count : {&sum.true_positives, &sum.false_positives, &sum.false_negatives, &sum.true_negatives})
    *count /= options.repeats;
  return sum;
}

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
    case ThresholdRule::Kind::max_f1: return confusion.f1();
    case ThresholdRule::Kind::youden: return confusion.youden();
  }
  return std::nullopt;
}

double six_decimals(double value) { return std::round(value * 1e6) / 1e6; }

}  // namespace

std::string to_string(const ThresholdRule& rule) {
  switch (rule.kind) {
    case ThresholdRule::Kind::precision: return fmt::format("precision>={:g}", rule.precision);
    case ThresholdRule::Kind::max_f1: return "max-f1";
    case ThresholdRule::Kind::youden: return "youden";
  }
  return "?";
}

std::optional<ThresholdRule> threshold_rule_from(std::string_view text) {
  if (text == "max-f1") return ThresholdRule{.kind = ThresholdRule::Kind::max_f1};
  if (text == "youden") return ThresholdRule{.kind = ThresholdRule::Kind::youden};
  constexpr std::string_view kPrecision = "precision>=";
  if (!text.starts_with(kPrecision)) return std::nullopt;
  text.remove_prefix(kPrecision.size());
  const auto precision = number_from<double>(text);
  if (!precision || *precision <= 0 || *precision >= 1) return std::nullopt;
  return ThresholdRule{.kind = ThresholdRule::Kind::precision, .precision = *precision};
}

Calibration calibrate(std::span<const LabelledScore> scores, const CalibrationOptions& options) {
  const Sweep sweep(scores);
  const auto curve = sweep.curve(std::vector<double>(sweep.tasks(), 1.0));
  Calibration calibration{.scores = scores.size(),
                          .tasks = sweep.tasks(),
                          .accept = chosen_of(curve, options.rule),
                          .reject = choose_rejection(scores),
                          .auc = area_under(curve),
                          .average_precision = average_precision_of(curve)};
  calibration.right = static_cast<std::size_t>(std::ranges::count(scores, true, &LabelledScore::is_right));
  if (scores.empty()) return calibration;
  Bootstrap(sweep, scores, options, calibration.accept).describe(calibration);
  calibration.cross_validated = cross_validated(scores, calibration.tasks, options);
  return calibration;
}

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

namespace {

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

}  // namespace

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
