// SPDX-License-Identifier: Apache-2.0
// Aggregates of shards as files, and the figures of a whole run computed from them: for runs that are too
// large to merge into one store (docs/run-format.md, "Shard aggregates").
#pragma once

#include <filesystem>
#include <iosfwd>
#include <span>
#include <string_view>

#include "assay/internal/run_totals.h"
#include "assay/store.h"

namespace assay {

// Aggregates all shards of the run that the store has. Throws Error if the store does not have the run, or if
// one of these shards has not asked all of its cases.
void write_aggregate(const Store& store, std::string_view run, std::ostream& out);
void write_aggregate(const RunRows& rows, std::ostream& out);

struct MergedAggregates {
  RunInfo info;  // joined as a store joins them; `shards` lists the shards that were merged
  RunFigures figures;
};

// The order of the files does not matter. Memory: the sums of one file plus all groups, independent of the
// number of cases. Throws Error, naming the files, if one is not an aggregate, was changed or is cut short,
// if two are of different runs, and if two hold the same shard. REQUIRES: at least one file.
MergedAggregates merge_aggregates(std::span<const std::filesystem::path> files);

}  // namespace assay
