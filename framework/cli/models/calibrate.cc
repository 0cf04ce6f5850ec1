// SPDX-License-Identifier: Apache-2.0
// `assay calibrate`: compares a model's cosines with people's labels.
#include <fmt/format.h>

#include <iostream>

#include "assay/internal/json.h"
#include "assay/internal/model_calibration.h"
#include "assay/internal/text.h"
#include "models/commands.h"
#include "run/run.h"

namespace assay::cli {
namespace {

std::unique_ptr<Embedder> embedder_of(const Calibrate& options) {
  const auto place = model_of(options.settings);
  if (!place.names_model())
    throw Error({}, "no model was named",
                "name its folder, --model DIR, or its server, --embedder URL --embedder-model NAME");
  if (place.service) return http_embedder(*place.service);
  return native_embedder({.directory = place.model, .pooling = options.pooling});
}

std::string share(std::optional<double> value) { return value ? fmt::format("{:.3f}", *value) : "–"; }

std::string range(const std::optional<Interval>& of) {
  return of ? fmt::format(" [{:.3f}, {:.3f}]", of->low, of->high) : "";
}

void print_row(std::string_view name, const Confusion& at) {
  std::cout << fmt::format("  {:<16} {:>7} {:>8.0f} {:>8.0f} {:>9} {:>7} {:>7} {:>8} {:>7}\n", name, "",
                           at.true_positives, at.false_positives, share(at.precision()), share(at.recall()),
                           share(at.f1()), share(at.accuracy()), share(at.youden()));
}

void print_sweep(const CalibratedModel& calibrated) {
  std::cout << fmt::format("\n  {:<24} {:>8} {:>8} {:>9} {:>7} {:>7} {:>8} {:>7}\n", "cosine at least",
                           "right", "wrong", "precision", "recall", "F1", "accuracy", "Youden");
  for (int step = 5; step <= 19; ++step)
    print_row(fmt::format("{:.2f}", step * 0.05), confusion_at(calibrated.scores, step * 0.05));
  if (const auto accept = calibrated.calibration.accept)
    print_row(fmt::format("{:.6f} *", *accept), confusion_at(calibrated.scores, *accept));
  if (const auto& held_out = calibrated.calibration.cross_validated) print_row("other tasks'", *held_out);
}

void print_calibration(CalibratedModel& calibrated) {
  const auto& found = calibrated.calibration;
  std::cout << fmt::format("{} ({}, {})\n", one_line(calibrated.model.name()),
                           to_string(calibrated.model.pooling()),
                           calibrated.model.model_hash().substr(0, 12));
  std::cout << fmt::format("{} pairs of {} tasks, {} right", found.scores, found.tasks, found.right);
  if (calibrated.decided > 0)
    std::cout << fmt::format("; {} more are decided by their text", calibrated.decided);
  if (calibrated.cut > 0) std::cout << fmt::format("; {} more are too long for the model", calibrated.cut);
  std::cout << fmt::format("\nAUC {}{}, average precision {}{}\n", share(found.auc),
                           range(found.auc_interval), share(found.average_precision),
                           range(found.average_precision_interval));
  const auto& floor = calibrated.floor;
  std::cout << fmt::format("unrelated commands: median {:.3f}, 5 % below {:.3f}, at most {:.3f}\n",
                           floor[floor.size() / 2], floor[floor.size() / 20], floor.back());
  print_sweep(calibrated);
  if (!found.accept) {
    std::cout << fmt::format("\nno threshold satisfies {}: this model can only order what a judge sees\n",
                             to_string(calibrated.rule));
  } else {
    std::cout << fmt::format("\na match from {:.6f} ({}){}; precision{}, recall{}\n", *found.accept,
                             to_string(calibrated.rule), range(found.accept_interval),
                             range(found.precision_interval), range(found.recall_interval));
    if (found.found < 0.95)
      std::cout << fmt::format(
          "in {:.0f} % of the resamples no threshold satisfied the rule: label more pairs\n",
          100 * (1 - found.found));
  }
  if (found.reject) std::cout << fmt::format("hardly ever right below {:.6f}\n", *found.reject);
}

}  // namespace

int perform(const Calibrate& options) {
  Likeness likeness(embedder_of(options), std::nullopt);
  CalibratedModel calibrated = calibrate_model(likeness, options.pairs,
                                               {.rule = *threshold_rule_from(options.rule),
                                                .columns = columns_from(options.columns),
                                                .leaves_decided_out = options.undecided,
                                                .seed = options.seed});
  const auto profile = profile_text(calibrated);
  if (!options.profile.empty()) write_file_atomically(options.profile, profile);
  if (!options.picture.empty()) write_file_atomically(options.picture, calibration_picture(calibrated));
  if (options.json)
    std::cout << profile;
  else
    print_calibration(calibrated);
  return calibrated.calibration.accept ? kPassed : kError;
}

}  // namespace assay::cli
