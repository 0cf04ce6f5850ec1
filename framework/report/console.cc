// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/console.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ostream>
#include <span>
#include <string_view>
#include <tuple>

#include "assay/internal/figures.h"
#include "assay/internal/profile.h"
#include "assay/internal/text.h"
#include "details.h"
#include "numbers.h"
#include "run_tables.h"
#include "table_text.h"

namespace assay {
namespace {

constexpr std::size_t kRows = 12;
constexpr std::size_t kPasses = 40;

std::string painted_line(const std::string& line, Colour colour) {
  if (line.starts_with('-')) return painted("31", line, colour);
  if (line.starts_with('+')) return painted("32", line, colour);
  if (line.starts_with("  changes:")) return painted_changes(line, colour);
  return line;
}

void print_head(std::ostream& out, const RunInfo& info, const Summary& summary, Colour colour) {
  out << painted("1", "assay " + one_line(info.suite), colour) << ": tool " << one_line(info.tool) << ", ";
  if (info.question == Question::fulfils) out << "question fulfils, ";
  if (summary.complete) {
    out << counted(summary.present, "case", "cases") << "\n";
  } else {
    out << painted("33", fmt::format("PARTIAL: {} of {} cases", summary.present, summary.expected), colour)
        << "\n";
  }
}

// A userland that is not there is one line, with the first case that it leaves open.
void print_portability(std::ostream& out, const RunView& view) {
  const Portability& found = view.portability;
  for (const std::string& userland : found.userlands) {
    const Counts& counts = view.summary.userlands.at(userland);
    out << fmt::format("  under {}: {} pass, {} miss, {} unmeasured", one_line(userland), counts.pass,
                       counts.miss, counts.unmeasured);
    const auto first = found.unmeasured.lower_bound({userland, ""});
    if (first != found.unmeasured.end() && first->first.first == userland)
      out << fmt::format("; {}: {}", one_line(to_string(first->second.first)), one_line(first->first.second));
    out << "\n";
  }
  for (std::size_t i = 0; i < std::min(found.rows.size(), kRows); ++i)
    out << fmt::format("    {} ({}): {}\n", one_line(found.rows[i].name),
                       one_line(to_string(found.rows[i].where)), under_text(found.rows[i].userlands));
  if (found.differing > kRows) out << fmt::format("    … and {} more\n", found.differing - kRows);
}

void print_figures(std::ostream& out, const Summary& summary, Colour colour) {
  const Group& all = summary.all;
  out << "  " << painted("32", fmt::format("{} pass", all.counts.pass), colour) << ", "
      << painted(all.counts.miss > 0 ? "31" : "0", fmt::format("{} miss", all.counts.miss), colour) << ", "
      << painted(all.counts.unmeasured > 0 ? "33" : "0", fmt::format("{} unmeasured", all.counts.unmeasured),
                 colour)
      << "\n";
  if (!all.accuracy) {
    out << "  accuracy: nothing was measured\n";
    return;
  }
  out << fmt::format("  accuracy {}, 95 % interval {} to {}", percent(*all.accuracy),
                     percent(all.interval->low), percent(all.interval->high));
  if (all.score) out << "; mean score " << mean_text(all.score);
  out << "\n";
  if (all.counts.unmeasured > 0) {
    out << fmt::format("  with the unmeasured: accuracy {} to {}\n", percent(summary.accuracy_bounds->low),
                       percent(summary.accuracy_bounds->high));
  }
}

void print_retrieval(std::ostream& out, const std::optional<AggregateMetrics>& metrics) {
  if (!metrics) return;
  out << fmt::format("\n  {:<26}", "retrieval");
  for (const int k : kDocumentCutoffs) out << fmt::format("{:>8}", fmt::format("@{}", k));
  out << fmt::format("{:>8}\n", "n");
  for (const RetrievalRow& row : retrieval_rows(*metrics)) {
    out << fmt::format("    {:<24}", row.name);
    for (const auto& value : row.values) out << fmt::format("{:>8}", value);
    const std::size_t blank = kDocumentCutoffs.size() - row.values.size();
    out << fmt::format("{}{:>8}\n", std::string(blank * 8, ' '), row.n);
  }
  out << fmt::format("    {} queries, {} failed, {} unmeasured\n", metrics->total_queries,
                     metrics->failed_queries, metrics->unmeasured);
}

constexpr std::size_t kName = 26, kFigures = 38;  // columns of a group's name, and of the figures beside it

// The width of the names of groups: long names use what the terminal leaves; short ones do not move the
// figures.
std::size_t name_columns(std::span<const Group> groups, std::size_t columns) {
  std::size_t longest = kName;
  for (const Group& each : groups) longest = std::max(longest, columns_of(one_line(each.name)));
  if (columns == 0) return longest;
  return std::min(longest, columns > kFigures + 8 ? columns - kFigures : 8);
}

// Tells where the full list is: in a report, or via the command that makes one.
class Rest {
 public:
  Rest(const RunView& view, const ConsoleOptions& options)
      : run_(view.info.run_id), has_(!options.folder.empty()) {}
  std::string more(std::size_t count, std::string_view report) const {
    return has_ ? fmt::format("… and {} more in {}", count, report)
                : fmt::format("… and {} more: assay report {}", count, one_line(run_));
  }

 private:
  const std::string& run_;
  bool has_;
};

void print_table(std::ostream& out, std::string_view title, const std::vector<Group>& groups,
                 const Rest& rest, std::size_t columns) {
  if (groups.size() < 2) return;  // a single row would repeat the figures above
  const std::span shown(groups.data(), std::min(groups.size(), kRows));
  const std::size_t width = name_columns(shown, columns);
  out << fmt::format("\n  {} pass  miss  unmeasured  accuracy\n", left_cell(title, width + 2));
  for (const Group& each : shown)
    out << fmt::format("    {} {:>4}  {:>4}  {:>10}  {:>8}\n", left_cell(fitted(each.name, width), width),
                       each.counts.pass, each.counts.miss, each.counts.unmeasured, percent(each.accuracy));
  if (groups.size() > kRows) out << "    " << rest.more(groups.size() - kRows, "report.md") << "\n";
}

// Printed before all other figures: nothing a tool does is worse.
void print_alarms(std::ostream& out, const std::optional<Safety>& safety, const Rest& rest, Colour colour) {
  if (!safety || safety->alarms.empty()) return;
  out << "  " << painted("1;31", "DANGER: " + alarm_headline(*safety), colour) << "\n";
  const std::size_t shown = std::min(safety->alarms.size(), kRows);
  for (std::size_t i = 0; i < shown; ++i)
    out << "    " << one_line(safety->alarms[i].name) << ": " << describe(safety->alarms[i]) << "\n";
  if (const std::size_t all = safety->all.to_harmless.dangerous; all > shown)
    out << "    " << rest.more(all - shown, "metrics.json") << "\n";
}

void print_safety(std::ostream& out, const std::optional<Safety>& safety) {
  if (!safety) return;
  out << fmt::format("\n  {:<12}{:>20}{:>22}{:>20}\n    {:<10}", "safety", "dangerous requests",
                     "harmless requests", "refusals", "risk level");
  for (const std::string_view head : kSafetyHeads) out << fmt::format("{:>11}", head);
  out << "\n";
  for (const SafetyRow& row : safety_rows(*safety)) {
    out << fmt::format("    {:<10}", row.name);
    for (const std::string& value : row.values) out << fmt::format("{:>11}", value);
    out << "\n";
  }
}

// Worded like `assay evaluate`.
void print_evaluation(std::ostream& out, const RunView& view) {
  if (!view.evaluation || !view.info.profile) return;
  out << "\n  profile " << profile_text(*view.info.profile) << "\n";
  for (const auto& [label, text] : rate_rows(*view.evaluation))
    out << fmt::format("    {:<23}{}\n", label + ":", text);
  if (!view.info.judge.empty())
    out << fmt::format("    {:<23}{}\n", "Judge:", rate_text(view.evaluation->judged));
}

void print_latency(std::ostream& out, const Summary& summary) {
  if (!summary.latency) return;
  out << fmt::format("\n  latency: median {}, p95 {}, maximum {}\n", milliseconds(summary.latency->p50),
                     milliseconds(summary.latency->p95), milliseconds(summary.latency->max));
}

void print_usage(std::ostream& out, const Summary& summary) {
  if (summary.tokens)
    out << fmt::format("  tokens: {}, of {} answers\n", amount(summary.tokens->sum), summary.tokens->answers);
  if (summary.cost)
    out << fmt::format("  cost: {}, of {} answers\n", amount(summary.cost->sum), summary.cost->answers);
}

// Hints that would turn many outputs into answers.
void print_advice(std::ostream& out, const std::vector<std::string>& advice, Colour colour) {
  for (const std::string& line : advice) out << "  " << painted("33", "note:", colour) << " " << line << "\n";
}

void print_flaky(std::ostream& out, const std::vector<FlakyCase>& flaky) {
  for (const FlakyCase& each : flaky) {
    out << fmt::format("  flaky: {} passed {} of {} attempts\n", one_line(each.name), each.passes,
                       each.attempts);
  }
}

std::string severity_of(const CaseView& each, Colour colour) {
  return each.light == Light::red ? painted("31", "error:", colour) : painted("33", "warning:", colour);
}

void print_details(std::ostream& out, const CaseView& each, Colour colour) {
  for (const std::string& line : each.details) out << "    | " << painted_line(line, colour) << "\n";
}

// Prints one thing to fix, at the line of its first case, and the cases it affects.
void print_cause(std::ostream& out, const CauseView& cause, const Rest& rest, Colour colour) {
  out << one_line(to_string(cause.first.where)) << ": " << severity_of(cause.first, colour) << " "
      << cause.count << " cases: " << cause.first.headline << "\n";
  print_details(out, cause.first, colour);
  for (const std::string& name : cause.names) out << "    " << one_line(name) << "\n";
  if (cause.count > cause.names.size())
    out << "    " << rest.more(cause.count - cause.names.size(), "results.jsonl") << "\n";
}

// The first `most` cases, in the order of their lines.
std::vector<const CaseView*> by_line(const std::vector<CaseView>& cases, std::size_t most) {
  std::vector<const CaseView*> shown;
  for (const CaseView& each : cases) {
    if (shown.size() == most) break;
    shown.push_back(&each);
  }
  std::ranges::stable_sort(shown, {},
                           [](const CaseView* each) { return std::tie(each->where.file, each->where.line); });
  return shown;
}

// Prints the cases that did not pass, each with the dataset line that editors can open.
void print_not_passed(std::ostream& out, const CasesView& cases, const Rest& rest,
                      const ConsoleOptions& options) {
  if (cases.count > 0) out << "\n";
  for (const CauseView& cause : cases.causes) print_cause(out, cause, rest, options.colour);
  const auto shown = by_line(cases.cases, options.max_misses);
  for (const CaseView* each : shown) {
    out << one_line(to_string(each->where)) << ": " << severity_of(*each, options.colour) << " "
        << each->headline << "\n";
    print_details(out, *each, options.colour);
  }
  if (cases.others > shown.size()) out << "  " << rest.more(cases.others - shown.size(), "report.md") << "\n";
}

// Prints answers that were accepted although they differ from the dataset's, to check the reason.
void print_lower_passes(std::ostream& out, const RunView& view, const Rest& rest) {
  if (view.lower_passes.empty()) return;
  out << "\n  passes under 1.00\n";
  const std::size_t shown = std::min(view.lower_passes.size(), kPasses);
  for (std::size_t i = 0; i < shown; ++i) {
    const PassView& each = view.lower_passes[i];
    out << "    " << score_text(each.score) << "  " << one_line(each.name) << "  " << one_line(each.why)
        << "\n";
  }
  if (view.lower_pass_count > shown)
    out << "    " << rest.more(view.lower_pass_count - shown, "results.jsonl") << "\n";
}

std::string regex_quoted(std::string_view text) {
  std::string quoted;
  for (const char c : text) {
    if (std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos) quoted += '\\';
    quoted += c;
  }
  return quoted;
}

// By name: ctest's own --rerun-failed uses numbers, and runs the wrong cases once one was added.
void print_rerun(std::ostream& out, const RunView& view) {
  if (view.miss_names.empty()) return;
  std::string names;
  for (const std::string& name : view.miss_names) names += (names.empty() ? "" : "|") + regex_quoted(name);
  out << "again:   ctest -R '^" << regex_quoted(one_line(view.info.suite)) << "\\.(" << names << ")$'";
  if (view.misses.count > view.miss_names.size())
    out << "   (the first " << view.miss_names.size() << " of " << view.misses.count << ")";
  out << "\n";
}

}  // namespace

std::string describe(const Result& result, Colour colour) {
  std::string text;
  for (const std::string& line : details(result)) text += "    | " + painted_line(line, colour) + "\n";
  return text;
}

void write_console(std::ostream& out, const RunView& view, const ConsoleOptions& options) {
  const Summary& summary = view.summary;
  print_head(out, view.info, summary, options.colour);
  const Rest rest(view, options);
  print_alarms(out, view.safety, rest, options.colour);
  print_figures(out, summary, options.colour);
  if (!view.info.sandbox.empty()) out << "  sandbox: " << one_line(view.info.sandbox) << "\n";
  if (const auto& power = view.summary.power)
    out << fmt::format("  power of worlds: median {}, minimum {} ({})\n", decimals(power->median),
                       decimals(power->minimum), counted(power->cases, "case"));
  if (!view.info.userland.empty()) out << "  userland: " << one_line(userland_text(view.info)) << "\n";
  print_portability(out, view);
  if (!view.info.model.empty()) out << "  similarity: " << one_line(view.info.model) << "\n";
  if (!view.info.judge.empty()) out << "  judge: " << one_line(view.info.judge) << "\n";
  print_advice(out, view.advice, options.colour);
  print_retrieval(out, view.retrieval);
  print_table(out, "by dataset", summary.by_dataset, rest, options.columns);
  print_table(out, "by category", summary.by_category, rest, options.columns);
  print_table(out, "by risk level", summary.by_risk_level, rest, options.columns);
  print_safety(out, view.safety);
  print_table(out, "by tag", summary.by_tag, rest, options.columns);
  print_evaluation(out, view);
  print_latency(out, summary);
  print_usage(out, summary);
  print_flaky(out, summary.flaky);
  print_lower_passes(out, view, rest);
  print_not_passed(out, view.misses, rest, options);
  print_not_passed(out, view.unmeasured, rest, options);
  out << "\n";
  if (options.rerun == ConsoleOptions::Rerun::ctest_by_name) print_rerun(out, view);
  if (!options.folder.empty()) out << "reports: " << one_line(options.folder) << "\n";
}

Colour terminal_colour() {
  const char* term = std::getenv("TERM");
  const bool shows =
      ::isatty(STDOUT_FILENO) && term && std::string_view(term) != "dumb" && !std::getenv("NO_COLOR");
  return shows ? Colour::ansi : Colour::none;
}

std::size_t terminal_columns() {
  winsize size{};
  return ::isatty(STDOUT_FILENO) && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace assay
