// SPDX-License-Identifier: Apache-2.0
// A part of a run's cases.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/case_shelf.h"
#include "command_line.h"

namespace assay::cli {

// Keeps the selected cases of a run of `suite`, in the order in which they are asked. Throws Error if none is
// selected, or if the run whose misses are wanted is not found.
void select_part(CaseShelf& cases, const CasePart& part, const RunPlace& place, const std::string& suite);

}  // namespace assay::cli
