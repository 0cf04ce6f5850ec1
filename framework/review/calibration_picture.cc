// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "assay/internal/model_calibration.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

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
