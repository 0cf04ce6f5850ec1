// SPDX-License-Identifier: Apache-2.0
// The metrics of stored runs, by run id: recomputed from the rows, whichever version of assay wrote them.
//
// Each function has an overload that takes the store, and a short one that opens the default store.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "assay/compare.h"
#include "assay/retrieval.h"
#include "assay/store.h"
#include "assay/summary.h"

namespace assay {

struct Aggregate {
  Summary summary;
  std::optional<AggregateMetrics> retrieval;  // if the run has retrieval queries
};

// AggregateMetrics for a retrieval run, otherwise the Summary.
std::string to_json(const Aggregate& aggregate);

// Deterministic, byte for byte. The run may be named as in Store::resolve. Memory: 8 bytes per result.
Aggregate compute_aggregate(const Store& store, std::string_view run);
Aggregate compute_aggregate(std::string_view run);

void store_aggregate(Store& store, std::string_view run, const Aggregate& aggregate);
void store_aggregate(std::string_view run, const Aggregate& aggregate);
// Computes and stores the aggregate; call it when a run's results have changed.
void refresh_aggregate(Store& store, std::string_view run);

// Throws NotComparable if the two runs must not be compared. Neither run is held in memory.
CompareReport compare_runs(const Store& store, std::string_view a, std::string_view b,
                           const CompareOptions& options = {});
CompareReport compare_runs(std::string_view a, std::string_view b, const CompareOptions& options = {});
// Compares runs of two stores.
CompareReport compare_runs(const Store& store_a, std::string_view a, const Store& store_b, std::string_view b,
                           const CompareOptions& options = {});

// Exports the figures of a run for other programs (docs/store-schema.md): one flat JSON object per attempt,
// each on its own line: the run's id, suite and tool, and every column of eval_figures. Each line has all
// members, in the same order; missing values are null. Throws Error if the store does not have the run, or
// if its figures were changed after they were written.
void export_figures(const Store& store, std::string_view run, std::ostream& out);

}  // namespace assay
