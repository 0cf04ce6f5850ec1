// SPDX-License-Identifier: Apache-2.0
// Whether the order of a command's output was asked for.
#pragma once

#include <vector>

#include "calls.h"

namespace assay::behaviour {

// Whether a user who asked for this output would mind a different order. Not if it lists what a folder, a
// process table or a glob happens to contain, and no later command sorts it.
bool asks_for_order(const std::vector<Call>& calls);

// Whether its purpose is the layout of its output: column, fmt, fold.
bool asks_for_layout(const std::vector<Call>& calls);

}  // namespace assay::behaviour
