// SPDX-License-Identifier: Apache-2.0
// Reasons against accepting an answer that missed.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/utilities.h"
#include "assay/result.h"

namespace assay::cli {

// Why the answer cannot become an accepted command of the case, whoever wants it. `now` is the case in its
// file; null if it is no longer there. Empty: no obstacle.
std::string obstacle(const Result& miss, const Case* now);

// What is proven or known against the answer, one line each: counterexamples and other mismatches, a command
// that does not parse or is more dangerous than the case allows. A reviewer may overrule them with a reason.
std::vector<std::string> objections(const Result& miss, const UtilityTables& tables);

}  // namespace assay::cli
