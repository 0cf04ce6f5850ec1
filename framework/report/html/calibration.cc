// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <ostream>

#include "assay/internal/statistics.h"
#include "html/charts.h"
#include "html/markup.h"
#include "numbers.h"

namespace assay {
namespace {

constexpr std::size_t kFewAnswers = 5;
constexpr double kBase = 112, kCounts = 164, kMostCount = 26;

double x_of(double value) { return 46 + 390 * value; }
double y_of(double share) { return kBase - 100 * share; }

// Bins are drawn at their middle, the bin of 1 at 1.
double middle_of(std::size_t tenth) {
  return tenth + 1 == kTenths ? 1 : (static_cast<double>(tenth) + 0.5) / 10;
}

std::string tenth_words(std::size_t tenth) {
  if (tenth + 1 == kTenths) return "1";
  return tenths_text(tenth) + " to " + tenths_text(tenth + 1);
}

void write_axes(std::ostream& out) {
  for (const int percent : {0, 50, 100})
    out << fmt::format(
        "<path class=\"axis\" d=\"M46 {0:.0f}H436\"/><text class=\"faint\" x=\"40\" y=\"{1:.0f}\" "
        "text-anchor=\"end\">{2} %</text>\n",
        y_of(percent / 100.0), y_of(percent / 100.0) + 4, percent);
  for (const double at : {0.0, 0.5, 1.0})
    out << fmt::format("<text class=\"faint\" x=\"{:.0f}\" y=\"128\" text-anchor=\"middle\">{}</text>\n",
                       x_of(at), at);
  out << fmt::format("<path class=\"ideal\" d=\"M{:.0f} {:.0f}L{:.0f} {:.0f}\"/>\n", x_of(0), y_of(0),
                     x_of(1), y_of(1));
}

void write_bin(std::ostream& out, std::size_t tenth, const Reliability& found, std::size_t most) {
  const std::size_t right = found.right[tenth], answers = found.answers[tenth];
  const Interval interval = *wilson(right, answers);
  const double x = x_of(middle_of(tenth));
  const double high = std::max(1.0, kMostCount * static_cast<double>(answers) / static_cast<double>(most));
  out << fmt::format(
      "<g><title>{}: {} of {} right</title><path class=\"whisker\" d=\"M{:.1f} {:.1f}V{:.1f}\"/><circle "
      "class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4.5\"/><rect class=\"bar\" x=\"{:.1f}\" y=\"{:.1f}\" "
      "width=\"16\" height=\"{:.1f}\"/></g>\n",
      tenth_words(tenth), right, answers, x, y_of(interval.low), y_of(interval.high),
      answers < kFewAnswers ? "dot few" : "dot", x, y_of(*share(right, answers)), x - 8, kCounts - high,
      high);
}

void write_reliability(std::ostream& out, const Calibration& calibration, const Reliability& found) {
  out << "<details><summary>The figures</summary><div class=\"scroll\"><table><thead><tr><th scope=\"col\">"
      << html_text(calibration.number)
      << "</th><th scope=\"col\">answers</th><th scope=\"col\">right</th><th scope=\"col\">share</th><th "
         "scope=\"col\">95 % interval</th></tr></thead><tbody>\n";
  for (std::size_t i = 0; i < kTenths; ++i)
    if (const std::size_t n = found.answers[i]; n > 0)
      out << fmt::format(
          "<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
          "class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
          tenth_words(i), n, found.right[i], percent(share(found.right[i], n)),
          percent_range(wilson(found.right[i], n)));
  out << "</tbody></table></div></details>\n";
}

}  // namespace

void write_calibration(std::ostream& out, const Calibration& calibration, const Reliability& found) {
  if (found.empty()) return;
  const auto all = std::accumulate(found.answers.begin(), found.answers.end(), std::size_t{0});
  out << "<section><h3>" << html_text(calibration.title) << "</h3>\n";
  out << fmt::format(
      "<svg viewBox=\"0 0 460 170\" role=\"img\" aria-label=\"{}: the share that is right over the {}, of {} "
      "answers\">\n",
      html_text(calibration.title), html_text(calibration.number), all);
  write_axes(out);
  const std::size_t most = *std::ranges::max_element(found.answers);
  for (std::size_t i = 0; i < kTenths; ++i)
    if (found.answers[i] > 0) write_bin(out, i, found, most);
  out << fmt::format(
      "</svg>\n<p class=\"soft\">Points: the share that is right, by {}; bars: how many answers.</p>\n",
      html_text(calibration.number));
  write_reliability(out, calibration, found);
  out << "</section>\n";
}

}  // namespace assay
