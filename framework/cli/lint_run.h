// SPDX-License-Identifier: Apache-2.0
// What is wrong or doubtful in a dataset when its commands are run.
#pragma once

#include <vector>

#include "lint_dataset.h"

namespace assay::cli {

// Runs each accepted command of each case that has a world, in that world: those that cannot be run, fail, do
// nothing, or do something else than the first; outcomes that they do not fulfil, or that an empty answer
// does; worlds that cannot be set up. In line order.
std::vector<Finding> lint_by_running(const Dataset& dataset);

}  // namespace assay::cli
