// What is wrong or doubtful in a dataset when its commands are run.
#pragma once

#include <vector>

#include "lint_dataset.h"

namespace assay::cli {

// Runs each accepted command of each case that has a world, in that world: those that cannot be run, fail, do
// nothing, or do something else than the first. In line order.
std::vector<Finding> lint_by_running(const Dataset& dataset);

}  // namespace assay::cli
