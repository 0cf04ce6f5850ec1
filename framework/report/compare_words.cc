// SPDX-License-Identifier: Apache-2.0
#include "compare_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "assay/internal/metric.h"
#include "assay/internal/text.h"
#include "numbers.h"

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
      case Change::regression:
        return 1;
      case Change::win:
        return query.changes_verdict() ? 4 : 6;
      case Change::loss:
        return 5;
      case Change::missing:
        return 7;
      case Change::machine:
        return 2;
      case Change::grader:
        return 3;
      case Change::draw:
        break;
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
