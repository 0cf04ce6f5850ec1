// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/model_calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "assay/internal/command_grade.h"
#include "assay/internal/digest.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

double rounded_score(double value, double by) { return std::round(value * by) / by; }

Json number(std::optional<double> value) {
  return or_null<Json>(value, [](double each) { return rounded_score(each, 1e6); });
}

Json interval(const std::optional<Interval>& of) {
  return of ? Json::array({rounded_score(of->low, 1e6), rounded_score(of->high, 1e6)}) : Json(nullptr);
}

Json counts(const Confusion& of) {
  return {{"true_positives", of.true_positives},
          {"false_positives", of.false_positives},
          {"false_negatives", of.false_negatives},
          {"true_negatives", of.true_negatives},
          {"precision", number(of.precision())},
          {"recall", number(of.recall())},
          {"f1", number(of.f1())},
          {"accuracy", number(of.accuracy())},
          {"youden", number(of.youden())}};
}

// Reveal whether a server has silently changed its model.
Json probes(Embedder& model) {
  Json probes = Json::array();
  for (const auto* text : {"ls -la", "find . -name \"*.txt\"", "grep -rn TODO src | wc -l"}) {
    Json vector = Json::array();
    for (const float value : model.get_embedding(text).values)
      vector.push_back(rounded_score(static_cast<double>(value), 1e4));
    probes.push_back({{"text", text}, {"vector", std::move(vector)}});
  }
  return probes;
}

Json profile_json(CalibratedModel& calibrated) {
  const auto& found = calibrated.calibration;
  Json json{{"model", calibrated.model.name()},
            {"model_hash", calibrated.model.model_hash()},
            {"pooling", to_string(calibrated.model.pooling())},
            {"rule", to_string(calibrated.rule)},
            {"accept", number(found.accept)},
            {"accept_interval", interval(found.accept_interval)},
            {"found_in_resamples", rounded_score(found.found, 1e4)},
            {"reject", number(found.reject)},
            {"pairs", found.scores},
            {"right", found.right},
            {"tasks", found.tasks},
            {"decided_by_text", calibrated.decided},
            {"too_long", calibrated.cut},
            {"sources", calibrated.sources},
            {"auc", number(found.auc)},
            {"auc_interval", interval(found.auc_interval)},
            {"average_precision", number(found.average_precision)},
            {"average_precision_interval", interval(found.average_precision_interval)}};
  json["at_accept"] = or_null<Json>(
      found.accept, [&](double accept) { return counts(confusion_at(calibrated.scores, accept)); });
  json["precision_interval"] = interval(found.precision_interval);
  json["recall_interval"] = interval(found.recall_interval);
  json["at_0.80"] = counts(confusion_at(calibrated.scores, kUncalibratedThreshold));
  json["cross_validated"] = or_null<Json>(found.cross_validated, counts);
  const auto& floor = calibrated.floor;
  json["random_pairs"] = {{"least", rounded_score(floor.front(), 1e6)},
                          {"percentile_5", rounded_score(floor[floor.size() / 20], 1e6)},
                          {"median", rounded_score(floor[floor.size() / 2], 1e6)},
                          {"most", rounded_score(floor.back(), 1e6)}};
  json["probes"] = probes(calibrated.model);
  return json;
}

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
    if (!found.flaw().empty()) return std::nullopt;
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

constexpr double kSide = 320, kLeft = 50, kTop = 50, kApart = 420;
constexpr std::size_t kBars = 40;

struct Place {
  double x, y;
};

// Maps to a square with both axes from 0 to 1.
Place place(double left, double x, double y) { return {left + x * kSide, kTop + (1 - y) * kSide}; }

std::string axes(double left, std::string_view across, std::string_view up) {
  std::string text = fmt::format("<rect x='{}' y='{}' width='{}' height='{}' fill='none' stroke='#888'/>\n",
                                 left, kTop, kSide, kSide);
  for (const double at : {0.0, 0.2, 0.4, 0.6, 0.8, 1.0})
    text += fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='middle'>{:.1f}</text>\n", left + at * kSide,
                        kTop + kSide + 16, at);
  text += fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='middle'>{}</text>\n", left + kSide / 2,
                      kTop + kSide + 34, across);
  return text + fmt::format("<text x='{:.1f}' y='{:.1f}'>{}</text>\n", left, kTop - 8, up);
}

std::string curve(const CalibratedModel& calibrated) {
  std::string points;
  for (const auto& [threshold, at] : curve_of(calibrated.scores)) {
    if (!at.recall() || !at.precision()) continue;
    const auto [x, y] = place(kLeft, *at.recall(), *at.precision());
    points += fmt::format("{:.1f},{:.1f} ", x, y);
  }
  std::string text =
      fmt::format("<polyline points='{}' fill='none' stroke='#1f6feb' stroke-width='1.5'/>\n", points);
  const auto mark = [&](double threshold, std::string_view colour, std::string_view name) {
    const auto at = confusion_at(calibrated.scores, threshold);
    if (!at.recall() || !at.precision()) return;
    const auto [x, y] = place(kLeft, *at.recall(), *at.precision());
    text += fmt::format(
        "<circle cx='{0:.1f}' cy='{1:.1f}' r='4' fill='{2}'><title>{3} {4:.6f}: precision {5:.3f}, recall "
        "{6:.3f}</title></circle>\n",
        x, y, colour, name, threshold, *at.precision(), *at.recall());
  };
  mark(kUncalibratedThreshold, "#d1242f", "uncalibrated");
  if (calibrated.calibration.accept) mark(*calibrated.calibration.accept, "#1a7f37", "chosen");
  return text;
}

std::string line_at(double left, double score, std::string_view colour) {
  const double x = left + score * kSide;
  return fmt::format(
      "<line x1='{0:.1f}' y1='{1}' x2='{0:.1f}' y2='{2}' stroke='{3}' stroke-dasharray='4 3'/>\n", x, kTop,
      kTop + kSide, colour);
}

std::string histogram(const CalibratedModel& calibrated) {
  std::array<double, kBars> right{}, wrong{};
  for (const auto& each : calibrated.scores) {
    const auto bar = std::min(kBars - 1, static_cast<std::size_t>(std::max(0.0, each.score) * kBars));
    (each.is_right ? right : wrong)[bar] += 1;
  }
  const double highest = std::max({1.0, *std::ranges::max_element(right), *std::ranges::max_element(wrong)});
  const double left = kLeft + kApart, width = kSide / kBars;
  std::string text;
  for (std::size_t i = 0; i < kBars; ++i)
    for (const auto& [count, colour] : {std::pair{wrong[i], "#d1242f"}, {right[i], "#1a7f37"}}) {
      const double height = count / highest * kSide;
      if (count > 0)
        text += fmt::format(
            "<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='{}' fill-opacity='0.5'/>\n",
            left + static_cast<double>(i) * width, kTop + kSide - height, width, height, colour);
    }
  text += line_at(left, kUncalibratedThreshold, "#d1242f");
  if (calibrated.calibration.accept) text += line_at(left, *calibrated.calibration.accept, "#1a7f37");
  return text;
}

}  // namespace

CalibratedModel calibrate_model(Likeness& likeness, std::span<const std::filesystem::path> files,
                                const ModelCalibrationOptions& options) {
  CalibratedModel calibrated{.model = likeness.model(),
                             .calibration = {},
                             .rule = options.rule,
                             .scores = {},
                             .floor = random_pair_floor(likeness.model()),
                             .sources = {}};
  std::map<std::string, std::size_t> tasks;
  for (const auto& file : files) {
    const auto pairs = read_pairs(file, options.columns);
    likeness.prepare(texts_of(pairs));
    for (const auto& pair : pairs) {
      if (options.leaves_decided_out && is_decided_by_text(pair)) {
        ++calibrated.decided;
      } else if (const auto score = likeness_score(pair, likeness)) {
        const auto task = tasks.try_emplace(pair.task, tasks.size()).first->second;
        calibrated.scores.push_back({.score = *score, .is_right = pair.is_right, .task = task});
      } else {
        ++calibrated.cut;
      }
    }
    calibrated.sources.push_back(file.filename().string() + " " + sha256_file(file));
  }
  calibrated.calibration = calibrate(calibrated.scores, {.rule = options.rule, .seed = options.seed});
  return calibrated;
}

std::string profile_text(CalibratedModel& calibrated) {
  const auto profile = profile_json(calibrated);
  std::string text = "{";
  for (const auto& [key, value] : profile.items())
    text += (text.size() == 1 ? "\n " : ",\n ") + Json(key).dump() + ": " + value.dump();
  return text + "\n}\n";
}

std::string calibration_picture(const CalibratedModel& calibrated) {
  const double width = 2 * kLeft + kApart + kSide, height = kTop + kSide + 60;
  std::string text = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}' "
      "font-family='sans-serif' "
      "font-size='12'>\n<rect width='{0}' height='{1}' fill='white'/>\n<text x='{2}' y='20'>{3}: {4} pairs, "
      "{5} right; red "
      "{6:.2f}, green {7}</text>\n",
      width, height, kLeft, xml_text(calibrated.model.name()), calibrated.calibration.scores,
      calibrated.calibration.right, kUncalibratedThreshold,
      calibrated.calibration.accept
          ? fmt::format("{:.6f} ({})", *calibrated.calibration.accept, xml_text(to_string(calibrated.rule)))
          : "none");
  text += axes(kLeft, "recall", "precision") + curve(calibrated);
  text += axes(kLeft + kApart, "cosine", "pairs: right green, wrong red") + histogram(calibrated);
  return text + "</svg>\n";
}

}  // namespace assay
