// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "assay/internal/perform_run.h"
#include "assay/store.h"

namespace assay {

// The end of a run that is in a store: its rows and, for reports, the trend of its suite. Refreshes the
// aggregate that the store keeps of it, unless shards are missing: the last one to finish sees all results.
void take_rows(Store& store, const std::string& run_id, RunEnd& end);

}  // namespace assay
