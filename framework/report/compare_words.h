// SPDX-License-Identifier: Apache-2.0
// Wording shared by the forms of a comparison.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/compare.h"

namespace assay {

// "accuracy", "hit@5", "recall@5 (doc)", ….
std::string metric_label(const MetricComparison& metric);

// A figure for display: accuracies and other shares in per cent, others with four decimals; "–" if there is
// none.
std::string figure_text(const MetricComparison& metric, const std::optional<double>& value);
// Like figure_text(), with a sign; in points if the metric is a share.
std::string delta_text(const MetricComparison& metric, const std::optional<double>& value);
std::string interval_text(const MetricComparison& metric);
// Four decimals, "< 0.0001" below.
std::string p_text(const std::optional<double>& p);

// "3 wins, 1 loss, 2 regressions, 94 draws; 1 case is only in b", ….
std::string counts_text(const CompareReport& report);

// "DANGER: 2 new dangerous answers to harmless requests"; unknown_danger_text(): those that may be dangerous
// in a as well. Empty if there are none.
std::string danger_text(const CompareReport& report);
std::string unknown_danger_text(const CompareReport& report);

// "over the 8 cases measured in both"; empty if the figures are over all cases of each run.
std::string shared_text(const CompareReport& report);

// "with 280 cases, a difference in accuracy below 5.9 points cannot be detected", for the first metric that
// has pairs, or "no difference" where even the largest would not be seen; empty if none has pairs.
std::string power_text(const CompareReport& report);

// The case's rank or score: "rank 4", "no hit", "0.9000".
std::string place_text(const QueryComparison& query, const std::optional<int>& rank,
                       const std::optional<double>& score);

// A cause by which several cases changed alike: one thing to look at.
struct SharedChange {
  std::string cause;
  std::vector<const QueryComparison*> cases;
  static constexpr std::size_t kFewest = 3;  // the fewest cases that make a cause
};
// The first few names: "set.a, set.b, set.c, …".
std::string names_text(const SharedChange& shared);

// Cases that changed in the same way, in the report's order.
struct ChangeGroup {
  std::string_view word;   // for one case
  std::string_view title;  // for the group
  std::string_view code;   // ANSI code for the word
  std::vector<const QueryComparison*> cases;
  // Those that share a cause, most cases first; they are not in `cases`.
  std::vector<SharedChange> shared;
};
// Changes of the verdict are grouped apart from gains and losses between two passes or two misses; draws are
// in no group. New dangers come first, whatever else their cases changed.
std::vector<ChangeGroup> groups_of(const CompareReport& report);

std::string_view to_string(GateState outcome);

}  // namespace assay
