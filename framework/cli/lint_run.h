// SPDX-License-Identifier: Apache-2.0
// Finds errors and doubts in a dataset by running its commands.
#pragma once

#include <vector>

#include "lint_dataset.h"

namespace assay::cli {

// Runs each accepted command of each case that has a world, in that world, and reports commands that cannot
// be run, fail, do nothing, or differ from the first; outcomes that they do not fulfil, or that an empty
// answer fulfils; worlds that cannot be set up. In line order.
std::vector<Finding> lint_by_running(const Dataset& dataset);

}  // namespace assay::cli
