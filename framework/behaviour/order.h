// SPDX-License-Identifier: Apache-2.0
// Whether the order of a command's output was asked for.
#pragma once

#include <vector>

#include "calls.h"

namespace assay::behaviour {

// Whether somebody who asked for what this command prints would mind another order of it: not where it lists
// what a folder, a process table or a glob happens to hold, and nothing behind that sorts.
bool asks_for_order(const std::vector<Call>& calls);

// Whether it is there for how its output is laid out: column, fmt, fold.
bool asks_for_layout(const std::vector<Call>& calls);

}  // namespace assay::behaviour
