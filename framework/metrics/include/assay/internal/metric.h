// SPDX-License-Identifier: Apache-2.0
// The metrics, one row each (metric_table.cc): their JSON, comparisons and the tables of reports follow from
// the rows. Their definitions are in docs/metrics.md.
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
  enum class Cutoffs { none, each };        // of kCutoffs
  enum class Needs { nothing, chunk_ids };  // has a value only where chunk ids can be compared
  enum class Values { zero_or_one, graded, signed_graded };  // the last in −1…1, the others in 0…1
  enum class Better { higher, lower };
  enum class Format { percent, decimals };
  // Of nearness are ranks made, and no gate. Of safety the gate `regression` looks at new alarms alone; its
  // metrics are in a comparison where one of the runs has safety figures.
  enum class Role { outcome, nearness, safety };
  enum class Pairing { case_by_case, none };  // none: which cases it is over depends on the answers
  enum class Compared { at_each_cutoff, at_10, never };
  // Of one case, at the cut-off of that index; none where the case has no part in the metric.
  using Value = std::optional<double> (*)(const CaseFigures&, std::size_t cutoff, HitLevel);
  // Its member of AggregateMetrics; of a metric that has none, its place is in `more`.
  using Place =
      std::variant<std::monostate, Figure AggregateMetrics::*, std::map<int, Figure> AggregateMetrics::*>;

  std::string_view name;   // of its JSON member
  std::string_view label;  // for people, with '#' for the cut-off
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

// In the order in which they are written.
std::span<const Metric> metrics_over(Metric::Over over);
// Null where no metric has that name.
const Metric* metric_named(std::string_view name);

// kCutoffs, or 0 alone for a metric that has none.
std::span<const int> cutoffs_of(const Metric& metric);
// "hit@5".
std::string label_of(const Metric& metric, int k);

// The figure of a metric over queries; makes room for it, or is without value where there is none.
Figure& figure_at(AggregateMetrics& metrics, const Metric& metric, int k);
Figure figure_at(const AggregateMetrics& metrics, const Metric& metric, int k);

}  // namespace assay
