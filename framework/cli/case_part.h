// SPDX-License-Identifier: Apache-2.0
// A part of a run's cases.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/case_shelf.h"
#include "command_line.h"

namespace assay::cli {

// Whether anything is left out; another order alone leaves nothing out.
bool selects(const CasePart& part);

// Leaves the cases that are meant, in the order in which they are asked, of a run of `suite`. Throws Error
// where there is none, and where the run is not found whose misses are meant.
void select_part(CaseShelf& cases, const CasePart& part, const RunPlace& place, const std::string& suite);

}  // namespace assay::cli
