// SPDX-License-Identifier: Apache-2.0
// Runs that cannot be judged because they were cut short.
#pragma once

#include <optional>

#include "assay/internal/gate.h"
#include "assay/result.h"

namespace assay::cli {

// The gate of a stored run that was killed, or of which shards are missing: in error, so that readers of
// JUnit do not take it for one that was left out on purpose. None if the run has ended.
std::optional<GateResult> gate_of_incomplete(const RunInfo& info);

}  // namespace assay::cli
