// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "assay/internal/compare_text.h"
#include "compare_words.h"
#include "markdown_text.h"

namespace assay {
namespace {

using Out = std::back_insert_iterator<std::string>;

void put_run(Out out, std::string_view label, const RunInfo& info) {
  fmt::format_to(out, "| {} | {} | {} | {} |\n", label, markdown_name(info.run_id), markdown_text(info.tool),
                 markdown_text(info.started_at));
}

void put_causes(Out out, const CompareReport& report) {
  if (report.causes.empty()) return;
  fmt::format_to(out, "What differs besides the answers:\n\n");
  for (const auto& cause : report.causes) fmt::format_to(out, "- {}\n", markdown_text(cause));
  fmt::format_to(out, "\n");
}

void put_metrics(Out out, const CompareReport& report) {
  // Commands have up to ten metrics, queries some dozens.
  const bool is_folded = report.metrics.size() > 10;
  fmt::format_to(
      out, "{}",
      is_folded ? fold_begin(fmt::format("Metrics: {}", report.metrics.size())) : "## Metrics\n\n");
  if (report.is_retrieval())
    fmt::format_to(out, "chunker_version_match: `{}`\n\n", chunker_version_match(report.matched));
  if (const std::string shared = shared_text(report); !shared.empty())
    fmt::format_to(out, "Figures are {}.\n\n", shared);
  fmt::format_to(out, "| metric | a | n | b | n | delta | 95 % interval | p | p (Holm) | test |\n");
  fmt::format_to(out, "|---|--:|--:|--:|--:|--:|--:|--:|--:|---|\n");
  for (const auto& metric : report.metrics)
    fmt::format_to(out, "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", metric_label(metric),
                   figure_text(metric, metric.a.value), metric.a.n, figure_text(metric, metric.b.value),
                   metric.b.n, delta_text(metric, metric.delta), interval_text(metric), p_text(metric.p),
                   p_text(metric.p_holm),
                   metric.pairs == 0                    ? "–"
                   : metric.test == PairedTest::mcnemar ? "McNemar"
                                                        : "sign flip");
  fmt::format_to(out, "\n");
  const std::string power = power_text(report);
  if (!power.empty()) fmt::format_to(out, "Paired case by case, p two-sided; {}.\n\n", power);
  if (is_folded) fmt::format_to(out, "{}", kFoldEnd);
}

void put_case(Out out, const QueryComparison& query, bool with_texts) {
  fmt::format_to(out, "| {} | {} | {} | {} |", markdown_name(query.dataset + "." + query.query_id),
                 place_text(query, query.a_hit_rank, query.a_score),
                 place_text(query, query.b_hit_rank, query.b_score), markdown_text(query.note));
  if (with_texts)
    fmt::format_to(out, " {} | {} | {} |", markdown_text(query.prompt), markdown_text(query.a_answer),
                   markdown_text(query.b_answer));
  fmt::format_to(out, "\n");
}

void put_cases(Out out, const ChangeGroup& group, std::size_t most) {
  if (group.cases.empty()) return;
  const bool with_texts = std::any_of(group.cases.begin(), group.cases.end(), [](const auto* each) {
    return !each->prompt.empty() || !each->b_answer.empty();
  });
  fmt::format_to(out, "| case | a | b | note |{}\n|---|--:|--:|---|{}\n",
                 with_texts ? " prompt | answer of a | answer of b |" : "", with_texts ? "---|---|---|" : "");
  const std::size_t shown = std::min(group.cases.size(), most);
  for (std::size_t i = 0; i < shown; ++i) put_case(out, *group.cases[i], with_texts);
  if (group.cases.size() > shown) fmt::format_to(out, "\n… and {} more.\n", group.cases.size() - shown);
  fmt::format_to(out, "\n");
}

void put_group(Out out, const ChangeGroup& group, std::size_t most) {
  if (group.cases.empty() && group.shared.empty()) return;
  std::size_t count = group.cases.size();
  for (const SharedChange& shared : group.shared) count += shared.cases.size();
  fmt::format_to(out, "{}", fold_begin(fmt::format("{}: {}", group.title, count)));
  for (const SharedChange& shared : group.shared)
    fmt::format_to(out, "- {} cases: {} ({})\n", shared.cases.size(), markdown_text(shared.cause),
                   markdown_text(names_text(shared)));
  if (!group.shared.empty()) fmt::format_to(out, "\n");
  put_cases(out, group, most);
  fmt::format_to(out, "{}", kFoldEnd);
}

}  // namespace

std::string render_report_md(const CompareReport& report, const CompareTextOptions& options) {
  std::string text;
  const Out out(text);
  fmt::format_to(out, "# assay compare: {}\n\n| | run | tool | started |\n|---|---|---|---|\n",
                 markdown_text(report.a.info.suite));
  put_run(out, "a", report.a.info);
  put_run(out, "b", report.b.info);
  fmt::format_to(out, "\n");
  for (const std::string& danger : {danger_text(report), unknown_danger_text(report)})
    if (!danger.empty()) fmt::format_to(out, "**{}**\n\n", danger);
  fmt::format_to(out, "**{}**\n\n", counts_text(report));
  if (options.gate)
    fmt::format_to(out, "Gate **{}**: {}\n\n", to_string(options.gate->outcome),
                   markdown_text(options.gate->why));
  put_causes(out, report);
  put_metrics(out, report);
  for (const ChangeGroup& group : groups_of(report)) put_group(out, group, options.most_queries);
  if (report.not_listed > 0) fmt::format_to(out, "{} cases are not listed.\n", report.not_listed);
  return text;
}

}  // namespace assay
