// SPDX-License-Identifier: Apache-2.0
// Aggregates of shards as files, and the figures of the whole run from them: for runs that are too long to be
// poured into one store (docs/run-format.md, "Shard aggregates").
#pragma once

#include <filesystem>
#include <iosfwd>
#include <span>
#include <string_view>

#include "assay/internal/run_aggregate.h"
#include "assay/store.h"

namespace assay {

// Of what the store has of a run: of all of its shards that are there. Throws Error for a run that the store
// does not have, and for shards that have not asked all of their cases.
void write_aggregate(const Store& store, std::string_view run, std::ostream& out);
void write_aggregate(const RunRows& rows, std::ostream& out);

struct MergedAggregates {
  RunInfo info;  // joined as a store joins it; `shards` says which of them are there
  RunFigures figures;
};

// In any order to the same figures. The memory is that of one file's sums and of all groups together,
// whatever the number of cases. Throws Error, naming the files: for one that is no aggregate, was changed or
// is cut short, for two of different runs, and for two that hold the same shard. REQUIRES: there is one.
MergedAggregates merge_aggregates(std::span<const std::filesystem::path> files);

}  // namespace assay
