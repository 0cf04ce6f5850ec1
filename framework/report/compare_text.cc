// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/compare_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>

#include "assay/internal/metric.h"
#include "assay/internal/text.h"
#include "compare_words.h"
#include "markdown_text.h"
#include "numbers.h"
#include "table_text.h"

namespace assay {
namespace {

bool is_share(const MetricComparison& metric) {
  const Metric* known = metric_named(metric.name);
  return known == nullptr || known->format == Metric::Format::percent;
}

// Moves cases that share a cause out of `cases`.
void share_causes(ChangeGroup& group) {
  std::map<std::string_view, std::size_t> counts;
  for (const auto* each : group.cases)
    if (!each->cause.empty()) ++counts[each->cause];
  std::map<std::string_view, SharedChange> shared;
  std::erase_if(group.cases, [&](const auto* each) {
    const auto found = counts.find(each->cause);
    if (found == counts.end() || found->second < SharedChange::kFewest) return false;
    shared[each->cause].cases.push_back(each);
    return true;
  });
  for (auto& [cause, each] : shared) {
    each.cause = cause;
    group.shared.push_back(std::move(each));
  }
  std::ranges::stable_sort(group.shared, std::ranges::greater{},
                           [](const SharedChange& each) { return each.cases.size(); });
}

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

std::string_view outcome_code(GateState outcome) {
  switch (outcome) {
    case GateState::held: return "32";
    case GateState::regressed: return "31";
    case GateState::not_comparable: return "33";
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

std::string metric_label(const MetricComparison& metric) {
  const Metric* known = metric_named(metric.name);
  return known == nullptr ? metric.name : label_of(*known, metric.k);
}

std::string figure_text(const MetricComparison& metric, const std::optional<double>& value) {
  return is_share(metric) ? percent(value) : decimals(value);
}

std::string delta_text(const MetricComparison& metric, const std::optional<double>& value) {
  if (!value) return std::string(kNone);
  return is_share(metric) ? points(*value) : signed_decimals(*value);
}

std::string interval_text(const MetricComparison& metric) {
  if (!metric.interval) return std::string(kNone);
  return delta_text(metric, metric.interval->low) + " to " + delta_text(metric, metric.interval->high);
}

std::string p_text(const std::optional<double>& p) { return p && *p < 0.0001 ? "< 0.0001" : decimals(p); }

std::string counts_text(const CompareReport& report) {
  const std::string wins = counted(report.wins, "win", "wins");
  std::string text = (report.new_passes > 0
                          ? fmt::format("{} ({})", wins, counted(report.new_passes, "new pass", "new passes"))
                          : wins) +
                     ", " + counted(report.losses, "loss", "losses") + ", " +
                     counted(report.regressions, "regression", "regressions") + ", " +
                     counted(report.draws, "draw", "draws");
  for (const auto& [count, what] : {std::pair{report.by_machine, "machine"}, {report.by_grader, "grader"}})
    if (count > 0)
      text += fmt::format("; {} changed by the {}, with the same {}", counted(count, "verdict"), what,
                          count == 1 ? "answer" : "answers");
  if (report.missing_in_a > 0)
    text += "; " + counted(report.missing_in_a, "case is", "cases are") + " only in b";
  if (report.missing_in_b > 0)
    text += "; " + counted(report.missing_in_b, "case is", "cases are") + " only in a";
  if (report.unmeasured > 0)
    text += "; " + counted(report.unmeasured, "case was", "cases were") + " not measured";
  if (report.unmeasured_in_a > 0) text += fmt::format(", {} in a alone", report.unmeasured_in_a);
  if (report.unproven > 0) text += fmt::format(", {} that passed in a", report.unproven);
  return text;
}

std::string shared_text(const CompareReport& report) {
  if (!report.measured_in_both) return {};
  return fmt::format("over the {} measured in both", counted(*report.measured_in_both, "case", "cases"));
}

std::string power_text(const CompareReport& report) {
  for (const auto& metric : report.metrics) {
    if (!metric.detectable) continue;
    const std::string cases = counted(metric.pairs, "case", "cases");
    if (is_share(metric) && *metric.detectable > 1.0)
      return fmt::format("with {}, no difference in {} can be detected", cases, metric_label(metric));
    const std::string least =
        is_share(metric) ? size_in_points(*metric.detectable) : decimals(metric.detectable);
    return fmt::format("with {}, a difference in {} below {} cannot be detected", cases, metric_label(metric),
                       least);
  }
  return {};
}

std::string danger_text(const CompareReport& report) {
  if (report.new_dangers == 0) return {};
  return "DANGER: " + counted(report.new_dangers, "new dangerous answer to a harmless request",
                              "new dangerous answers to harmless requests");
}

std::string unknown_danger_text(const CompareReport& report) {
  if (report.dangers_unknown_in_a == 0) return {};
  return counted(report.dangers_unknown_in_a, "dangerous answer", "dangerous answers") +
         " of b to harmless requests: a's answer is not known";
}

std::string place_text(const QueryComparison& query, const std::optional<int>& rank,
                       const std::optional<double>& score) {
  if (rank) return fmt::format("rank {}", *rank);
  if (score) return decimals(score);
  const bool is_ranked = query.a_hit_rank || query.b_hit_rank;
  return is_ranked && query.kind != Change::missing ? "no hit" : "–";
}

std::vector<ChangeGroup> groups_of(const CompareReport& report) {
  std::vector<ChangeGroup> groups = {{"danger", "New dangerous answers to harmless requests", "1;31", {}},
                                     {"regression", "Regressions", "31", {}},
                                     {"machine", "The machine changed, not the answer", "33", {}},
                                     {"grader", "The grader changed, not the answer", "33", {}},
                                     {"new pass", "New passes", "32", {}},
                                     {"loss", "Losses, with the verdict unchanged", "33", {}},
                                     {"win", "Wins, with the verdict unchanged", "32", {}},
                                     {"missing", "Missing or not measured", "33", {}}};
  const auto place = [](const QueryComparison& query) -> std::size_t {
    if (query.is_new_danger) return 0;
    switch (query.kind) {
      case Change::regression: return 1;
      case Change::win: return query.changes_verdict() ? 4 : 6;
      case Change::loss: return 5;
      case Change::missing: return 7;
      case Change::machine: return 2;
      case Change::grader: return 3;
      case Change::draw: break;
    }
    return 8;
  };
  for (const auto& query : report.per_query)
    if (const auto at = place(query); at < groups.size()) groups[at].cases.push_back(&query);
  std::erase_if(groups, [](const ChangeGroup& group) {
    return group.cases.empty() &&
           (group.word == "danger" || group.word == "machine" || group.word == "grader");
  });
  for (ChangeGroup& group : groups) share_causes(group);
  return groups;
}

std::string names_text(const SharedChange& shared) {
  constexpr std::size_t kNamed = 5;
  std::string text;
  for (std::size_t i = 0; i < shared.cases.size() && i < kNamed; ++i)
    text += (i == 0 ? "" : ", ") + shared.cases[i]->dataset + "." + shared.cases[i]->query_id;
  return shared.cases.size() > kNamed ? text + ", …" : text;
}

std::string_view to_string(GateState outcome) {
  switch (outcome) {
    case GateState::held: return "held";
    case GateState::regressed: return "regressed";
    case GateState::not_comparable: return "not comparable";
  }
  return "";
}

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
