// SPDX-License-Identifier: Apache-2.0
// The metrics, one row each (metric_table.cc): their JSON, comparisons and report tables are derived from the
// rows. Their definitions are in docs/metrics.md.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "assay/retrieval.h"

namespace assay {

struct CaseFigures;  // all attempts of one case

struct Metric {
  enum class Over { commands, queries };
  enum class Cutoffs { none, each, documents };              // of kCutoffs, or of kDocumentCutoffs
  enum class Needs { nothing, chunk_ids };                   // has a value only if chunk ids can be compared
  enum class Values { zero_or_one, graded, signed_graded };  // signed_graded in −1…1, the others in 0…1
  enum class Better { higher, lower };
  enum class Format { percent, decimals };
  // Gates ignore `nearness`, which only ranks misses. Of `safety`, the gate `regression` looks only at new
  // alarms; its metrics are in a comparison if one of the runs has safety figures.
  enum class Role { outcome, nearness, safety };
  enum class Pairing { case_by_case, none };  // none: the answers determine which cases it covers
  enum class Compared { at_each_cutoff, at_10, never };
  // Its value for one case, at the cut-off of that index; none if the metric does not apply to the case.
  using Value = std::optional<double> (*)(const CaseFigures&, std::size_t cutoff, HitLevel);
  // Its member of AggregateMetrics; monostate: it is in AggregateMetrics::more.
  using Place =
      std::variant<std::monostate, Figure AggregateMetrics::*, std::map<int, Figure> AggregateMetrics::*>;

  std::string_view name;   // of its JSON member
  std::string_view label;  // for display, with '#' for the cut-off
  Over over = Over::queries;
  Role role = Role::outcome;
  Cutoffs cutoffs = Cutoffs::none;
  Needs needs = Needs::nothing;
  Values values = Values::zero_or_one;
  Better better = Better::higher;
  Format format = Format::percent;
  Pairing pairing = Pairing::case_by_case;
  Compared compared = Compared::at_each_cutoff;
  Value value = nullptr;
  Place place;
};

// In output order.
std::span<const Metric> metrics_over(Metric::Over over);
// Null if no metric has that name.
const Metric* metric_named(std::string_view name);

// kCutoffs or kDocumentCutoffs, or only 0 for a metric without cut-offs.
std::span<const int> cutoffs_of(const Metric& metric);
// "hit@5".
std::string label_of(const Metric& metric, int k);

// The figure of a metric over queries. The first form inserts a missing one, the second returns one without a
// value.
Figure& figure_at(AggregateMetrics& metrics, const Metric& metric, int k);
Figure figure_at(const AggregateMetrics& metrics, const Metric& metric, int k);

}  // namespace assay
