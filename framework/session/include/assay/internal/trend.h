// SPDX-License-Identifier: Apache-2.0
// A run among the earlier ones of its suite.
#pragma once

#include <filesystem>
#include <vector>

#include "assay/internal/run_view.h"
#include "assay/store.h"

namespace assay {

// Finished runs of the suite that lack no case, up to this one, at most fifty; empty where the store does not
// have this run. Reads no results, but counts them.
std::vector<TrendPoint> trend_of(const Store& store, const RunInfo& info);

// The same of a run that is not in the store's file yet, or in part. Empty where that cannot be read: who
// stores the run says so.
std::vector<TrendPoint> trend_of(const std::filesystem::path& store, const Run& run);

}  // namespace assay
