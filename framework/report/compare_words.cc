#include "compare_words.h"

#include <fmt/format.h>

#include "assay/internal/metric.h"
#include "numbers.h"

namespace assay {
namespace {

bool is_share(const MetricComparison& metric) {
  const Metric* known = metric_named(metric.name);
  return known == nullptr || known->format == Metric::Format::percent;
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
  std::string text = counted(report.wins, "win", "wins") + ", " + counted(report.losses, "loss", "losses") +
                     ", " + counted(report.regressions, "regression", "regressions") + ", " +
                     counted(report.draws, "draw", "draws");
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
    const std::string least = is_share(metric) ? fmt::format("{:.1f} points", *metric.detectable * 100)
                                               : decimals(metric.detectable);
    return fmt::format("{} cases cannot see less than {} of {}", metric.pairs, least, metric_label(metric));
  }
  return {};
}

std::string place_text(const QueryComparison& query, const std::optional<int>& rank,
                       const std::optional<double>& score) {
  if (rank) return fmt::format("rank {}", *rank);
  if (score) return decimals(score);
  const bool is_ranked = query.a_hit_rank || query.b_hit_rank;
  return is_ranked && query.kind != Change::missing ? "no hit" : "–";
}

std::vector<const QueryComparison*> of_kind(const CompareReport& report, Change kind) {
  std::vector<const QueryComparison*> queries;
  for (const auto& query : report.per_query)
    if (query.kind == kind) queries.push_back(&query);
  return queries;
}

std::string_view to_string(GateVerdict::Outcome outcome) {
  switch (outcome) {
    case GateVerdict::Outcome::held:
      return "held";
    case GateVerdict::Outcome::regressed:
      return "regressed";
    case GateVerdict::Outcome::not_comparable:
      return "not comparable";
  }
  return "";
}

}  // namespace assay
