// SPDX-License-Identifier: Apache-2.0
// A run's trend: it and the earlier runs of its suite.
#pragma once

#include <filesystem>
#include <vector>

#include "assay/internal/run_view.h"
#include "assay/store.h"

namespace assay {

// Finished, complete runs of the suite, ending with this one, at most fifty; later ones are left out. Empty
// if the store does not have this run. Counts results but does not read them.
std::vector<TrendPoint> trend_of(const Store& store, const RunInfo& info);

// Like the above, for a run that is not, or only partly, in the store's file yet. Empty if the file cannot be
// read: storing the run reports that.
std::vector<TrendPoint> trend_of(const std::filesystem::path& store, const Run& run);

}  // namespace assay
