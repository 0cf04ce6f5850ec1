// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "assay/internal/statistics.h"
#include "assay/internal/text.h"
#include "random.h"
#include "sweep.h"

namespace assay {
namespace {

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

}  // namespace

std::string to_string(const ThresholdRule& rule) {
  switch (rule.kind) {
    case ThresholdRule::Kind::precision:
      return fmt::format("precision>={:g}", rule.precision);
    case ThresholdRule::Kind::max_f1:
      return "max-f1";
    case ThresholdRule::Kind::youden:
      return "youden";
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

}  // namespace assay
