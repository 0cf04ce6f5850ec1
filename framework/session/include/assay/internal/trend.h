// A run among the earlier ones of its suite.
#pragma once

#include <vector>

#include "assay/internal/run_view.h"
#include "assay/store.h"

namespace assay {

// Finished runs of the suite that lack no case, up to this one, at most fifty; empty where the store does not
// have this run. Reads no results, but counts them.
std::vector<TrendPoint> trend_of(const Store& store, const RunInfo& info);

}  // namespace assay
