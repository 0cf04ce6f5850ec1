// SPDX-License-Identifier: Apache-2.0
// The words that the forms of a comparison share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/compare.h"

namespace assay {

// "accuracy", "hit@5", "recall@5 (doc)", ….
std::string metric_label(const MetricComparison& metric);

// A figure as people read it: accuracies and other shares in per cent, the others with four decimals; "–" for
// none.
std::string figure_text(const MetricComparison& metric, const std::optional<double>& value);
// The same with a sign, as points where the metric is a share.
std::string delta_text(const MetricComparison& metric, const std::optional<double>& value);
std::string interval_text(const MetricComparison& metric);
// Four decimals, "< 0.0001" below.
std::string p_text(const std::optional<double>& p);

// "3 wins, 1 loss, 2 regressions, 94 draws; 1 case is missing in a", ….
std::string counts_text(const CompareReport& report);

// "DANGER: 2 new dangerous answers to harmless requests", and the same of those that may be in a too; empty
// where there is none.
std::string danger_text(const CompareReport& report);
std::string unknown_danger_text(const CompareReport& report);

// "over the 8 cases measured in both"; empty where the figures are over all of each run.
std::string shared_text(const CompareReport& report);

// "cannot see less than 6.3 points of accuracy": of the first metric that has pairs; empty where none has.
std::string power_text(const CompareReport& report);

// A rank or a score, whichever the case has: "rank 4", "no hit", "0.9000".
std::string place_text(const QueryComparison& query, const std::optional<int>& rank,
                       const std::optional<double>& score);

// What makes several cases change alike: one thing to look at.
struct SharedChange {
  std::string cause;
  std::vector<const QueryComparison*> cases;
  static constexpr std::size_t kFewest = 3;  // cases that make a cause
};
// "set.a, set.b, set.c, …": the first few.
std::string names_text(const SharedChange& shared);

// Cases that changed alike, in the report's order.
struct ChangeGroup {
  std::string_view word;   // of one of them
  std::string_view title;  // of all
  std::string_view code;   // ANSI, of the word
  std::vector<const QueryComparison*> cases;
  // Those of them that share a cause, most cases first; they are not among `cases`.
  std::vector<SharedChange> shared;
};
// What changes a verdict comes apart from what is better or worse between two passes or two misses; draws are
// in none. New dangers come first, whatever else is to be said of their cases.
std::vector<ChangeGroup> groups_of(const CompareReport& report);

std::string_view to_string(GateVerdict::Outcome outcome);

}  // namespace assay
