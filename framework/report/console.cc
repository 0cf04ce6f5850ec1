#include "assay/internal/console.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ostream>

#include "assay/internal/gate.h"
#include "assay/internal/text.h"
#include "assay/summary.h"
#include "details.h"
#include "retrieval_table.h"

namespace assay {
namespace {

constexpr std::size_t kRows = 12;
constexpr std::size_t kNames = 100;
constexpr std::size_t kPasses = 40;

std::string percent(double share) { return fmt::format("{:.1f} %", share * 100); }

std::string painted(std::string_view code, const std::string& text, Colour colour) {
  return colour == Colour::none ? text : fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string painted_line(const std::string& line, Colour colour) {
  if (line.starts_with('-')) return painted("31", line, colour);
  if (line.starts_with('+')) return painted("32", line, colour);
  return line;
}

void write_head(std::ostream& out, const RunInfo& info, const Summary& summary, Colour colour) {
  out << painted("1", "assay " + one_line(info.suite), colour) << ": tool " << one_line(info.tool) << ", ";
  if (summary.complete) {
    out << summary.present << " cases\n";
  } else {
    out << painted("33", fmt::format("PARTIAL: {} of {} cases", summary.present, summary.expected), colour)
        << "\n";
  }
}

void write_figures(std::ostream& out, const Summary& summary, Colour colour) {
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
  if (all.score) out << fmt::format("; mean score {:.4f}", all.score->value);
  if (all.score && all.score->standard_error) out << fmt::format(" ± {:.4f}", *all.score->standard_error);
  out << "\n";
  if (all.counts.unmeasured > 0) {
    out << fmt::format("  with the unmeasured: accuracy {} to {}\n", percent(summary.accuracy_bounds->low),
                       percent(summary.accuracy_bounds->high));
  }
}

void write_retrieval(std::ostream& out, const Run& run) {
  const auto metrics = retrieval_of(run);
  if (!metrics) return;
  out << fmt::format("\n  {:<26}", "retrieval");
  for (const int k : kCutoffs) out << fmt::format("{:>8}", fmt::format("@{}", k));
  out << fmt::format("{:>8}\n", "n");
  for (const RetrievalRow& row : retrieval_rows(*metrics)) {
    out << fmt::format("    {:<24}", row.name);
    for (const auto& value : row.values) out << fmt::format("{:>8}", value);
    const std::size_t blank = kCutoffs.size() - row.values.size();
    out << fmt::format("{}{:>8}\n", std::string(blank * 8, ' '), row.n);
  }
  out << fmt::format("    {} queries, {} failed, {} unmeasured\n", metrics->total_queries,
                     metrics->failed_queries, metrics->unmeasured);
}

void write_table(std::ostream& out, std::string_view title, const std::vector<Group>& groups) {
  if (groups.size() < 2) return;  // one row would repeat the figures above
  out << fmt::format("\n  {:<28} pass  miss  unmeasured  accuracy\n", title);
  for (std::size_t i = 0; i < std::min(groups.size(), kRows); ++i) {
    const Group& each = groups[i];
    out << fmt::format("    {:<26} {:>4}  {:>4}  {:>10}  {:>8}\n", one_line(each.name), each.counts.pass,
                       each.counts.miss, each.counts.unmeasured,
                       each.accuracy ? percent(*each.accuracy) : "–");
  }
  if (groups.size() > kRows) out << fmt::format("    … and {} more in report.md\n", groups.size() - kRows);
}

void write_latency(std::ostream& out, const Summary& summary) {
  if (!summary.latency) return;
  const auto ms = [](std::chrono::nanoseconds time) {
    return std::chrono::duration<double, std::milli>(time).count();
  };
  out << fmt::format("\n  latency: median {:.1f} ms, p95 {:.1f} ms, maximum {:.1f} ms\n",
                     ms(summary.latency->p50), ms(summary.latency->p95), ms(summary.latency->max));
}

void write_flaky(std::ostream& out, const std::vector<FlakyCase>& flaky) {
  for (const FlakyCase& each : flaky) {
    out << fmt::format("  flaky: {} passed {} of {} attempts\n", one_line(each.name), each.passes,
                       each.attempts);
  }
}

std::string severity_of(const Result& result, const RunInfo& info, Colour colour) {
  return light_of(info.gate, result) == Light::red ? painted("31", "error:", colour)
                                                   : painted("33", "warning:", colour);
}

// The cases that did not pass, each at the line of the dataset that editors open.
void write_not_passed(std::ostream& out, const std::vector<const Result*>& results, const RunInfo& info,
                      const ConsoleOptions& options) {
  if (!results.empty()) out << "\n";
  for (std::size_t i = 0; i < std::min(results.size(), options.max_misses); ++i) {
    const Result& each = *results[i];
    out << one_line(to_string(each.asked.where)) << ": " << severity_of(each, info, options.colour) << " "
        << headline(info.gate, each) << "\n"
        << describe(each, options.colour);
  }
  if (results.size() > options.max_misses) {
    out << fmt::format("  … and {} more in report.md\n", results.size() - options.max_misses);
  }
}

// What was accepted though it is not what the dataset says word for word, for a look at the reason.
void write_lower_passes(std::ostream& out, std::vector<const Result*> passes) {
  std::erase_if(passes, [](const Result* each) { return each->grade.score >= 1.0; });
  if (passes.empty()) return;
  out << "\n  passes under 1.00\n";
  for (std::size_t i = 0; i < std::min(passes.size(), kPasses); ++i) {
    const Result& each = *passes[i];
    out << fmt::format("    {:.2f}  {}  {}\n", each.grade.score, one_line(full_name_of(each.asked)),
                       one_line(each.grade.why));
  }
  if (passes.size() > kPasses)
    out << fmt::format("    … and {} more in results.jsonl\n", passes.size() - kPasses);
}

std::string regex_quoted(std::string_view text) {
  std::string quoted;
  for (const char c : text) {
    if (std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos) quoted += '\\';
    quoted += c;
  }
  return quoted;
}

// By name: ctest's own --rerun-failed goes by number, and runs the wrong cases once one was added.
void write_rerun(std::ostream& out, const std::vector<const Result*>& results, const RunInfo& info) {
  if (results.empty()) return;
  std::string names;
  for (std::size_t i = 0; i < std::min(results.size(), kNames); ++i) {
    names += (names.empty() ? "" : "|") + regex_quoted(full_name_of(results[i]->asked));
  }
  out << "again:   ctest -R '^" << regex_quoted(one_line(info.suite)) << "\\.(" << names << ")$'";
  if (results.size() > kNames) out << "   (the first " << kNames << " of " << results.size() << ")";
  out << "\n";
}

std::vector<const Result*> with_status(const std::vector<const Result*>& results, Status status) {
  std::vector<const Result*> found;
  std::copy_if(results.begin(), results.end(), std::back_inserter(found),
               [&](const Result* each) { return each->grade.status == status; });
  return found;
}

}  // namespace

std::string describe(const Result& result, Colour colour) {
  std::string text;
  for (const std::string& line : details(result)) text += "    | " + painted_line(line, colour) + "\n";
  return text;
}

void write_console(std::ostream& out, const Run& run, const ConsoleOptions& options) {
  const Summary summary = summarise(run);
  const std::vector<const Result*> last = last_attempts(run);
  const std::vector<const Result*> misses = with_status(last, Status::miss);
  write_head(out, run.info, summary, options.colour);
  write_figures(out, summary, options.colour);
  write_retrieval(out, run);
  write_table(out, "by dataset", summary.by_dataset);
  write_table(out, "by category", summary.by_category);
  write_table(out, "by risk level", summary.by_risk_level);
  write_table(out, "by tag", summary.by_tag);
  write_latency(out, summary);
  write_flaky(out, summary.flaky);
  write_lower_passes(out, with_status(last, Status::pass));
  write_not_passed(out, misses, run.info, options);
  write_not_passed(out, with_status(last, Status::unmeasured), run.info, options);
  out << "\n";
  if (options.rerun == ConsoleOptions::Rerun::ctest_by_name) write_rerun(out, misses, run.info);
  if (!options.folder.empty()) out << "reports: " << one_line(options.folder) << "\n";
}

Colour terminal_colour() {
  const char* term = std::getenv("TERM");
  const bool shows =
      ::isatty(STDOUT_FILENO) && term && std::string_view(term) != "dumb" && !std::getenv("NO_COLOR");
  return shows ? Colour::ansi : Colour::none;
}

}  // namespace assay
