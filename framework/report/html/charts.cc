// SPDX-License-Identifier: Apache-2.0
#include "html/charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <ostream>

#include "assay/internal/statistics.h"
#include "assay/internal/text.h"
#include "html/page.h"
#include "numbers.h"

namespace assay {
namespace {

constexpr int kWidth = 460;
constexpr std::size_t kMostGroups = 25;  // in a chart; the table has all
constexpr std::size_t kFew = 5;

void begin(std::ostream& out, std::string_view title, double height, std::string_view says) {
  out << fmt::format("<svg viewBox=\"0 0 {} {:.0f}\" role=\"img\" aria-label=\"{}\">\n", kWidth, height,
                     html_text(fmt::format("{}: {}", title, says)));
}

void begin_table(std::ostream& out, std::initializer_list<std::string_view> columns) {
  out << "<details><summary>The figures</summary><div class=\"scroll\"><table><thead><tr>";
  for (const std::string_view each : columns) out << "<th scope=\"col\">" << html_text(each) << "</th>";
  out << "</tr></thead><tbody>\n";
}

void end_table(std::ostream& out) { out << "</tbody></table></div></details>\n"; }

double place(double share) { return 165 + share * 220; }

void write_group(std::ostream& out, const Group& group, double y) {
  out << fmt::format(
      "<g><title>{}: {} pass, {} miss, {} unmeasured</title><text x=\"155\" y=\"{:.0f}\" "
      "text-anchor=\"end\">{}</text>",
      html_text(group.name), group.counts.pass, group.counts.miss, group.counts.unmeasured, y + 4,
      html_label(group.name, 22));
  if (group.accuracy && group.interval)
    out << fmt::format(
        "<path class=\"whisker\" d=\"M{:.1f} {:.0f}H{:.1f}\"/><circle class=\"{}\" cx=\"{:.1f}\" "
        "cy=\"{:.0f}\" r=\"4.5\"/>",
        place(group.interval->low), y, place(group.interval->high),
        group.counts.measured() < kFew ? "dot few" : "dot", place(*group.accuracy), y);
  out << fmt::format("<text class=\"faint\" x=\"395\" y=\"{:.0f}\">{}/{}</text></g>\n", y + 4,
                     group.counts.pass, group.counts.measured());
}

void write_axis(std::ostream& out, double bottom) {
  for (const int percent : {0, 50, 100})
    out << fmt::format(
        "<path class=\"axis\" d=\"M{0:.0f} 18V{1:.0f}\"/><text class=\"faint\" x=\"{0:.0f}\" y=\"12\" "
        "text-anchor=\"middle\">{2} %</text>\n",
        place(percent / 100.0), bottom, percent);
}

void write_group_rows(std::ostream& out, const std::vector<Group>& groups) {
  begin_table(out, {"", "pass", "miss", "unmeasured", "accuracy", "95 % interval", "mean score"});
  for (const Group& each : groups)
    out << fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
        "class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
        html_text(each.name), each.counts.pass, each.counts.miss, each.counts.unmeasured,
        percent(each.accuracy), percent_range(each.interval), mean_text(each.score));
  end_table(out);
}

void put_most_first(std::vector<Group>& groups) {
  std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
    return a.counts.total() != b.counts.total() ? a.counts.total() > b.counts.total() : a.name < b.name;
  });
}

// The colours of page.css, for a standalone chart.
constexpr std::string_view kPictureStyle =
    "<style>text{fill:#1b1f24;font:12px system-ui,sans-serif}.faint{fill:#57606a}.axis{stroke:#d0d7de}"
    ".whisker{stroke:#1b1f24;stroke-width:2}.dot{fill:#0550ae;stroke:#0550ae;stroke-width:2}.few{fill:none}"
    "@media (prefers-color-scheme:dark){text{fill:#e6edf3}.faint{fill:#9da7b1}.axis{stroke:#3d444d}"
    ".whisker{stroke:#e6edf3}.dot{fill:#79b8ff;stroke:#79b8ff}.few{fill:none}}</style>\n";

std::vector<Group> pictured(const Summary& summary) {
  std::vector<Group> groups;
  for (const auto* kind : {&summary.by_category, &summary.by_risk_level, &summary.by_dataset})
    if (groups.empty() && kind->size() > 1) groups = *kind;
  put_most_first(groups);
  if (groups.size() > kMostGroups) groups.resize(kMostGroups);
  groups.insert(groups.begin(), summary.all);
  groups.front().name = "all";
  return groups;
}

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

void write_accuracy_picture(std::ostream& out, const Summary& summary) {
  const auto groups = pictured(summary);
  const double height = 30 + 22.0 * static_cast<double>(groups.size());
  out << fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1:.0f}\" viewBox=\"0 0 {0} "
      "{1:.0f}\" "
      "role=\"img\" aria-label=\"Accuracy {2}, with 95 % intervals\">\n",
      kWidth, height, html_text(percent(summary.all.accuracy)));
  out << kPictureStyle;
  write_axis(out, height - 6);
  for (std::size_t i = 0; i < groups.size(); ++i)
    write_group(out, groups[i], 32 + 22.0 * static_cast<double>(i));
  out << "</svg>\n";
}

void write_accuracies(std::ostream& out, std::string_view title, std::vector<Group> groups) {
  if (groups.empty()) return;
  put_most_first(groups);
  const std::size_t drawn = std::min(groups.size(), kMostGroups);
  const double height = 30 + 22.0 * static_cast<double>(drawn);
  out << "<section><h3>Accuracy by " << html_text(title) << "</h3>\n";
  begin(out, fmt::format("Accuracy by {}", title), height,
        fmt::format("{}, with 95 % intervals", counted(groups.size(), "group", "groups")));
  write_axis(out, height - 6);
  for (std::size_t i = 0; i < drawn; ++i) write_group(out, groups[i], 32 + 22.0 * static_cast<double>(i));
  out << "</svg>\n";
  if (groups.size() > drawn)
    out << "<p class=\"soft\">The " << drawn << " largest of " << groups.size() << ".</p>\n";
  write_group_rows(out, groups);
  out << "</section>\n";
}

void write_bars(std::ostream& out, const Bars& bars) {
  const std::size_t most =
      bars.counts.empty() ? 0 : *std::max_element(bars.counts.begin(), bars.counts.end());
  if (most == 0) return;
  constexpr double kHeight = 130, kBase = 108;
  const double wide = static_cast<double>(kWidth - 20) / static_cast<double>(bars.counts.size());
  out << "<section><h3>" << html_text(bars.title) << "</h3>\n";
  begin(out, bars.title, kHeight, fmt::format("bars by {}, the tallest {}", bars.axis, most));
  out << fmt::format("<path class=\"axis\" d=\"M10 {0}H{1}\"/>\n", kBase, kWidth - 10);
  for (std::size_t i = 0; i < bars.counts.size(); ++i) {
    const double x = 10 + wide * static_cast<double>(i);
    const double high = 95.0 * static_cast<double>(bars.counts[i]) / static_cast<double>(most);
    if (bars.counts[i] > 0)
      out << fmt::format(
          "<rect class=\"bar\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"><title>{}: "
          "{}</title></rect>\n",
          x + 1, kBase - std::max(high, 1.0), std::max(wide - 2, 1.0), std::max(high, 1.0),
          html_text(bars.labels[i]), bars.counts[i]);
    if (i % bars.step == 0)
      out << fmt::format("<text class=\"faint\" x=\"{:.1f}\" y=\"122\" text-anchor=\"middle\">{}</text>\n",
                         x + wide / 2, html_text(bars.labels[i]));
  }
  out << "</svg>\n";
  begin_table(out, {bars.axis, "count"});
  for (std::size_t i = 0; i < bars.counts.size(); ++i)
    if (bars.counts[i] > 0)
      out << "<tr><th scope=\"row\">" << html_text(bars.labels[i]) << "</th><td class=\"n\">"
          << bars.counts[i] << "</td></tr>\n";
  end_table(out);
  out << "</section>\n";
}

void write_deltas(std::ostream& out, std::string_view title, const std::vector<Delta>& deltas) {
  if (deltas.empty()) return;
  double most = 0.01;
  for (const Delta& each : deltas)
    most = std::max({most, std::abs(each.interval.low), std::abs(each.interval.high), std::abs(each.value)});
  const auto x = [&](double delta) { return place(0.5 + 0.5 * delta / most); };
  const double height = 30 + 22.0 * static_cast<double>(deltas.size());
  out << "<section><h3>" << html_text(title) << "</h3>\n";
  begin(out, title, height,
        counted(deltas.size(), "metric, with its 95 % interval", "metrics, with 95 % intervals"));
  for (const double at : {-most, 0.0, most})
    out << fmt::format(
        "<path class=\"axis\" d=\"M{0:.1f} 18V{1:.0f}\"/><text class=\"faint\" x=\"{0:.1f}\" y=\"12\" "
        "text-anchor=\"middle\">{2}</text>\n",
        x(at), height - 6, at == 0 ? "0" : points(at));
  double y = 32;
  for (const Delta& each : deltas) {
    out << fmt::format(
        "<g><title>{0}: {1}</title><text x=\"155\" y=\"{2:.0f}\" text-anchor=\"end\">{3}</text><path "
        "class=\"whisker\" d=\"M{4:.1f} {5:.0f}H{6:.1f}\"/><circle class=\"dot\" cx=\"{7:.1f}\" "
        "cy=\"{5:.0f}\" "
        "r=\"4.5\"/><text class=\"faint\" x=\"392\" y=\"{2:.0f}\">{1}</text></g>\n",
        html_text(each.name), html_text(each.text), y + 4, html_label(each.name, 22), x(each.interval.low), y,
        x(each.interval.high), x(each.value));
    y += 22;
  }
  out << "</svg>\n</section>\n";
}

void write_curve(std::ostream& out, const Curve& curve) {
  const std::size_t points = curve.values.size();
  if (points < 2) return;
  const auto x = [&](std::size_t i) {
    return 46 + 394.0 * static_cast<double>(i) / static_cast<double>(points - 1);
  };
  const auto y = [](double share) { return 112 - 100 * share; };
  out << "<section><h3>" << html_text(curve.title) << "</h3>\n";
  begin(out, curve.title, 130,
        fmt::format("from {} to {}", percent(curve.values.front()), percent(curve.values.back())));
  for (const int percent : {0, 50, 100})
    out << fmt::format(
        "<path class=\"axis\" d=\"M46 {0:.0f}H440\"/><text class=\"faint\" x=\"40\" y=\"{1:.0f}\" "
        "text-anchor=\"end\">{2} %</text>\n",
        y(percent / 100.0), y(percent / 100.0) + 4, percent);
  if (!curve.band.empty()) {
    out << "<path class=\"band\" d=\"M";
    for (std::size_t i = 0; i < points; ++i)
      out << fmt::format("{:.1f} {:.1f} ", x(i), y(curve.band[i].high));
    for (std::size_t i = points; i-- > 0;) out << fmt::format("{:.1f} {:.1f} ", x(i), y(curve.band[i].low));
    out << "Z\"/>\n";
  }
  out << "<path class=\"line\" d=\"M";
  for (std::size_t i = 0; i < points; ++i) out << fmt::format("{:.1f} {:.1f} ", x(i), y(curve.values[i]));
  out << "\"/>\n";
  for (std::size_t i = 0; i < points; ++i) {
    const std::string mark = curve.marks.empty() ? "" : curve.marks[i];
    out << fmt::format(
        "<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"><title>{}: {}{}</title></circle>\n",
        mark.empty() ? "dot" : "dot few", x(i), y(curve.values[i]), html_text(curve.labels[i]),
        percent(curve.values[i]), mark.empty() ? "" : html_text("; " + mark));
  }
  out << "</svg>\n";
  begin_table(out, {"", "", "95 % interval", ""});
  for (std::size_t i = 0; i < points; ++i)
    out << fmt::format("<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td>{}</td><td>{}</td></tr>\n",
                       html_text(curve.labels[i]), percent(curve.values[i]),
                       curve.band.empty() ? "" : percent_range(curve.band[i]),
                       curve.marks.empty() ? "" : html_text(curve.marks[i]));
  end_table(out);
  out << "</section>\n";
}

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
