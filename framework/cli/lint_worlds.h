// SPDX-License-Identifier: Apache-2.0
// Checks that the worlds named by a dataset's cases exist and are valid. Nothing is run.
#pragma once

#include <vector>

#include "lint_dataset.h"

namespace assay::cli {

// In line order of the cases; each world is reported once, at the first case that names it.
std::vector<Finding> lint_worlds(const Dataset& dataset);

}  // namespace assay::cli
