// SPDX-License-Identifier: Apache-2.0
#include "matrix_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "assay/internal/text.h"
#include "compare_words.h"
#include "numbers.h"

namespace assay {
namespace {

std::vector<std::string> labels_of(const Matrix& matrix, std::string first) {
  std::vector<std::string> labels{std::move(first)};
  for (const MatrixRun& run : matrix.runs) labels.push_back(run.label);
  return labels;
}

std::string usage_text(const std::optional<Usage>& usage) {
  return usage ? amount(usage->sum) : std::string(kNone);
}

bool any(const Matrix& matrix, std::optional<Usage> Summary::*usage) {
  return std::ranges::any_of(matrix.runs,
                             [&](const MatrixRun& run) { return (run.summary.*usage).has_value(); });
}

std::vector<std::string> figures_row(const MatrixRun& run) {
  const Group& all = run.summary.all;
  const auto& latency = run.summary.latency;
  return {run.label,
          percent(all.accuracy),
          percent_range(all.interval),
          std::to_string(all.counts.pass),
          std::to_string(all.counts.miss),
          std::to_string(all.counts.unmeasured),
          decimals(all.score ? std::optional(all.score->value) : std::nullopt),
          latency ? milliseconds(latency->p50) : std::string(kNone),
          latency ? milliseconds(latency->p95) : std::string(kNone)};
}

std::string name_of(const Matrix& matrix, const MatrixPair& pair) {
  return matrix.runs[pair.a].label + ", " + matrix.runs[pair.b].label;
}

std::string_view mark_of(Status status) { return status == Status::unmeasured ? kNone : to_string(status); }

std::string only_text(const std::string& label, const MatrixPair::Alone& alone) {
  if (alone.count == 0) return "";
  const bool has_more = alone.count > alone.names.size();
  return fmt::format("; only {}: {}{}", label, fmt::join(alone.names, ", "), has_more ? ", …" : "");
}

std::string significant_line(const Matrix& matrix, const MatrixPair& pair) {
  const bool a_leads = pair.only_a.count > pair.only_b.count;
  const auto& leader = matrix.runs[a_leads ? pair.a : pair.b].label;
  const auto& other = matrix.runs[a_leads ? pair.b : pair.a].label;
  const auto& more = a_leads ? pair.only_a : pair.only_b;
  const auto& fewer = a_leads ? pair.only_b : pair.only_a;
  return fmt::format("{} passes more than {}: {} to {}, p {}{}{}", leader, other,
                     counted(more.count, "case", "cases"), fewer.count, p_text(pair.p_holm),
                     only_text(leader, more), only_text(other, fewer));
}

}  // namespace

Table figures_table(const Matrix& matrix) {
  Table table{
      .head = {"tool", "accuracy", "95 % interval", "pass", "miss", "unmeasured", "score", "median", "p95"},
      .rows = {}};
  const bool has_tokens = any(matrix, &Summary::tokens), has_cost = any(matrix, &Summary::cost);
  if (has_tokens) table.head.emplace_back("tokens");
  if (has_cost) table.head.emplace_back("cost");
  for (const MatrixRun& run : matrix.runs) {
    auto row = figures_row(run);
    if (has_tokens) row.push_back(usage_text(run.summary.tokens));
    if (has_cost) row.push_back(usage_text(run.summary.cost));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table category_table(const Matrix& matrix) {
  std::map<std::string, std::vector<std::string>> rows;
  for (std::size_t i = 0; i < matrix.runs.size(); ++i)
    for (const Group& group : matrix.runs[i].summary.by_category) {
      auto& row = rows[group.name];
      row.resize(matrix.runs.size(), std::string(kNone));
      row[i] = percent(group.accuracy);
    }
  Table table{.head = labels_of(matrix, "category"), .rows = {}};
  if (rows.size() < 2) return table;
  for (auto& [name, row] : rows) {
    row.insert(row.begin(), name);
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table pairs_table(const Matrix& matrix) {
  Table table{
      .head = {"pair", "cases", "only first", "only second", "difference", "95 % interval", "p", "p (Holm)"},
      .rows = {}};
  for (const MatrixPair& pair : matrix.pairs) {
    const auto difference = pair.difference();
    table.rows.push_back(
        {name_of(matrix, pair), std::to_string(pair.cases), std::to_string(pair.only_a.count),
         std::to_string(pair.only_b.count), difference ? points(*difference) : std::string(kNone),
         pair.interval ? fmt::format("{} to {}", points(pair.interval->low), points(pair.interval->high))
                       : std::string(kNone),
         p_text(pair.p), p_text(pair.p_holm)});
  }
  return table;
}

Table parting_table(const Matrix& matrix, std::size_t most) {
  Table table{.head = labels_of(matrix, "case"), .rows = {}};
  for (const PartingCase& each : matrix.parting) {
    if (table.rows.size() == most) break;
    auto& row = table.rows.emplace_back(std::vector<std::string>{each.dataset + "." + each.id});
    for (const Status status : each.statuses) row.emplace_back(mark_of(status));
  }
  return table;
}

std::vector<std::string> significant_lines(const Matrix& matrix) {
  std::vector<std::string> lines;
  for (const MatrixPair& pair : matrix.pairs)
    if (pair.is_significant()) lines.push_back(significant_line(matrix, pair));
  return lines;
}

std::string counts_text(const Matrix& matrix) {
  return fmt::format("{}: {} passed by all tools, {} missed by all, {} passed by some",
                     counted(matrix.cases, "case", "cases"), matrix.all_passed, matrix.all_missed,
                     matrix.parting.size() + matrix.not_listed);
}

std::string test_text(const Matrix& matrix) {
  return fmt::format(
      "McNemar's exact test, two-sided, over the cases that both measured; adjusted over {} (Holm)",
      counted(matrix.pairs.size(), "pair", "pairs"));
}

}  // namespace assay
