// SPDX-License-Identifier: Apache-2.0
// `assay calibrate`: compares a model's cosines with people's labels.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include "asked_suite.h"
#include "assay/internal/command_grade.h"
#include "assay/internal/digest.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "calibration_picture.h"
#include "calibration_profile.h"
#include "command_line.h"
#include "labelled_pairs.h"

namespace assay::cli {
namespace {

bool is_decided_by_text(const LabelledPair& pair) {
  return std::ranges::any_of(pair.expected, [&](const std::string& expected) {
    return grade_commands(expected, pair.generated).status == Status::pass;
  });
}

// A pair is scored by its nearest expected command, as a case is.
std::optional<double> likeness_score(const LabelledPair& pair, Likeness& likeness) {
  double best = 0;
  for (const auto& expected : pair.expected) {
    const auto found = likeness.compare(trimmed(expected), trimmed(pair.generated));
    if (found.is_cut) return std::nullopt;
    best = std::max(best, found.cosine);
  }
  return best;
}

std::vector<std::string> texts_of(std::span<const LabelledPair> pairs) {
  std::set<std::string> texts;
  for (const auto& pair : pairs) {
    texts.emplace(trimmed(pair.generated));
    for (const auto& expected : pair.expected) texts.emplace(trimmed(expected));
  }
  return {texts.begin(), texts.end()};
}

std::unique_ptr<Embedder> embedder_of(const Calibrate& options) {
  const auto place = place_of(options.model);
  if (!place.names_model())
    throw Error(
        Problem{.where = {},
                .what = "no model was named",
                .next = "name its folder, --model DIR, or its server, --embedder URL --embedder-model NAME"});
  if (place.service) return http_embedder(*place.service);
  return native_embedder({.directory = place.model, .pooling = options.pooling});
}

class Scores {
 public:
  Scores(CalibratedModel& calibrated, Likeness& likeness, const Calibrate& options)
      : calibrated_(calibrated), likeness_(likeness), options_(options) {}

  void add(const LabelledPair& pair) {
    if (options_.undecided && is_decided_by_text(pair)) {
      ++calibrated_.decided;
      return;
    }
    const auto score = likeness_score(pair, likeness_);
    if (!score) {
      ++calibrated_.cut;
      return;
    }
    const auto task = tasks_.try_emplace(pair.task, tasks_.size()).first->second;
    calibrated_.scores.push_back({.score = *score, .is_right = pair.is_right, .task = task});
  }

 private:
  CalibratedModel& calibrated_;
  Likeness& likeness_;
  const Calibrate& options_;
  std::map<std::string, std::size_t> tasks_;
};

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
  CalibratedModel calibrated{.model = likeness.model(),
                             .calibration = {},
                             .rule = *threshold_rule_from(options.rule),
                             .scores = {},
                             .floor = random_pair_floor(likeness.model()),
                             .sources = {}};
  const auto columns = columns_from(options.columns);
  Scores scores(calibrated, likeness, options);
  for (const auto& file : options.pairs) {
    const auto pairs = read_pairs(file, columns);
    likeness.prepare(texts_of(pairs));
    for (const auto& pair : pairs) scores.add(pair);
    calibrated.sources.push_back(file.filename().string() + " " + sha256_file(file));
  }
  calibrated.calibration = calibrate(calibrated.scores, {.rule = calibrated.rule, .seed = options.seed});
  const auto profile = profile_text(calibrated);
  if (!options.profile.empty()) write_file_atomically(options.profile, profile);
  if (!options.picture.empty()) write_file_atomically(options.picture, calibration_picture(calibrated));
  if (options.json)
    std::cout << profile;
  else
    print_calibration(calibrated);
  return calibrated.calibration.accept ? kHeld : kUndecided;
}

}  // namespace assay::cli
