// SPDX-License-Identifier: Apache-2.0
// Whether the worlds that a dataset's cases name are there and can be read. Nothing is run.
#pragma once

#include <vector>

#include "lint_dataset.h"

namespace assay::cli {

// In line order of the cases; each world once, at the first case that names it.
std::vector<Finding> lint_worlds(const Dataset& dataset);

}  // namespace assay::cli
