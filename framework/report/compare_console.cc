// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "assay/internal/compare_text.h"
#include "assay/internal/text.h"
#include "columns.h"
#include "compare_words.h"
#include "table_text.h"

namespace assay {
namespace {

using Out = std::back_insert_iterator<std::string>;

std::string_view outcome_code(GateVerdict::Outcome outcome) {
  switch (outcome) {
    case GateVerdict::Outcome::held:
      return "32";
    case GateVerdict::Outcome::regressed:
      return "31";
    case GateVerdict::Outcome::not_comparable:
      return "33";
  }
  return "0";
}

constexpr std::size_t kMetricColumns = 96;  // width of put_lines' output

// Fits each column to its figures, for terminals too narrow for the fixed columns of put_lines().
void put_narrow(Out out, const CompareReport& report, const CompareTextOptions& options) {
  Table table{.head = {"metric", "a", "b", "delta", "95 % interval", "p", "p (Holm)"}, .rows = {}};
  for (const auto& metric : report.metrics)
    if (metric.a.n > 0 || metric.b.n > 0)
      table.rows.push_back({metric_label(metric), figure_text(metric, metric.a.value),
                            figure_text(metric, metric.b.value), delta_text(metric, metric.delta),
                            interval_text(metric), p_text(metric.p), p_text(metric.p_holm)});
  put_table(out, table, options.colour, options.columns);
}

void put_lines(Out out, const CompareReport& report) {
  fmt::format_to(out, "  {:<22}{}{}{}{}{}{}\n", "metric", cell("a", 10), cell("b", 10), cell("delta", 10),
                 cell("95 % interval", 22), cell("p", 10), cell("p (Holm)", 10));
  for (const auto& metric : report.metrics) {
    if (metric.a.n == 0 && metric.b.n == 0) continue;
    fmt::format_to(
        out, "  {:<22}{}{}{}{}{}{}\n", metric_label(metric), cell(figure_text(metric, metric.a.value), 10),
        cell(figure_text(metric, metric.b.value), 10), cell(delta_text(metric, metric.delta), 10),
        cell(interval_text(metric), 22), cell(p_text(metric.p), 10), cell(p_text(metric.p_holm), 10));
  }
}

void print_metrics(Out out, const CompareReport& report, const CompareTextOptions& options) {
  fmt::format_to(out, "\n");
  if (const std::string shared = shared_text(report); !shared.empty()) fmt::format_to(out, "  {}\n", shared);
  if (options.columns > 0 && options.columns < kMetricColumns)
    put_narrow(out, report, options);
  else
    put_lines(out, report);
  const std::string power = power_text(report);
  if (!power.empty()) fmt::format_to(out, "  {}\n", power);
}

void put_text(Out out, std::string_view name, const std::string& text) {
  if (!text.empty()) fmt::format_to(out, "    | {:<8}{}\n", name, one_line(text));
}

std::string word_of(const ChangeGroup& group, const CompareTextOptions& options) {
  return painted(group.code, fmt::format("{:<10}", group.word), options.colour);
}

void print_group(Out out, const ChangeGroup& group, const CompareTextOptions& options) {
  for (const SharedChange& shared : group.shared)
    fmt::format_to(out, "  {} {} cases: {}\n    | {}\n", word_of(group, options), shared.cases.size(),
                   one_line(shared.cause), one_line(names_text(shared)));
  const std::size_t shown = std::min(group.cases.size(), options.most_queries);
  for (std::size_t i = 0; i < shown; ++i) {
    const QueryComparison& query = *group.cases[i];
    fmt::format_to(out, "  {} {}: {} -> {}{}\n", word_of(group, options),
                   one_line(query.dataset + "." + query.query_id),
                   place_text(query, query.a_hit_rank, query.a_score),
                   place_text(query, query.b_hit_rank, query.b_score),
                   query.note.empty() ? "" : " (" + one_line(query.note) + ")");
    put_text(out, "prompt", query.prompt);
    put_text(out, "a", query.a_answer);
    put_text(out, "b", query.b_answer);
  }
  if (group.cases.size() > shown)
    fmt::format_to(out, "  … and {} more of kind {}\n", group.cases.size() - shown, group.word);
}

}  // namespace

std::string render_report_text(const CompareReport& report, const CompareTextOptions& options) {
  std::string text;
  const Out out(text);
  const auto side = [](const RunInfo& info) {
    const std::string name = info.name.empty() ? "" : one_line(info.name) + ", ";
    return one_line(info.run_id) + " (" + name + one_line(info.tool) + ")";
  };
  fmt::format_to(out, "{}\n  a {}\n  b {}\n",
                 painted("1", "assay compare " + one_line(report.a.info.suite), options.colour),
                 side(report.a.info), side(report.b.info));
  if (const std::string danger = danger_text(report); !danger.empty())
    fmt::format_to(out, "  {}\n", painted("1;31", danger, options.colour));
  if (const std::string danger = unknown_danger_text(report); !danger.empty())
    fmt::format_to(out, "  {}\n", danger);
  for (const auto& cause : report.causes) fmt::format_to(out, "  {}\n", one_line(cause));
  if (report.is_retrieval())
    fmt::format_to(out, "  chunker_version_match: {}\n", chunker_version_match(report.matched));
  print_metrics(out, report, options);
  fmt::format_to(out, "\n  {}\n", counts_text(report));
  for (const ChangeGroup& group : groups_of(report)) print_group(out, group, options);
  if (report.not_listed > 0) fmt::format_to(out, "  {} cases are not listed\n", report.not_listed);
  if (options.gate)
    fmt::format_to(out, "\n  gate {}: {}\n",
                   painted(outcome_code(options.gate->outcome), std::string(to_string(options.gate->outcome)),
                           options.colour),
                   one_line(options.gate->why));
  return text;
}

}  // namespace assay
