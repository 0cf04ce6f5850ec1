// SPDX-License-Identifier: Apache-2.0
// The checks of a dataset that could be read. Each is in line order.
#pragma once

#include <vector>

#include "assay/dataset.h"
#include "assay/internal/utilities.h"
#include "assay/lint.h"

namespace assay {

// Commands and prompts as texts. Pure.
std::vector<LintFinding> lint_texts(const Dataset& dataset, const UtilityTables& tables);

// Worlds that do not exist or are invalid; each is reported once, at the first case that names it. Nothing is
// run.
std::vector<LintFinding> lint_worlds(const Dataset& dataset);

// Runs each accepted command of each case that has a world, in that world, and reports commands that cannot
// be run, fail, do nothing, or differ from the first; outcomes that they do not fulfil, or that an empty
// answer fulfils; worlds that cannot be set up.
std::vector<LintFinding> lint_outcomes(const Dataset& dataset);

}  // namespace assay
