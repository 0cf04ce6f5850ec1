// SPDX-License-Identifier: Apache-2.0
// What speaks against accepting an answer that missed.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/utilities.h"
#include "assay/result.h"

namespace assay::cli {

// Why the answer can be no accepted command of the case `now` stands for in its file, whoever wishes it;
// null: the case is not there any more. Empty: it can be.
std::string obstacle(const Result& miss, const Case* now);

// What was proven or is known against it, one line each: counterexamples and other mismatches, a command that
// does not parse or is more dangerous than the case allows. A person may know better, and says why.
std::vector<std::string> objections(const Result& miss, const UtilityTables& tables);

}  // namespace assay::cli
