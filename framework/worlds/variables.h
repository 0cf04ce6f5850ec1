// SPDX-License-Identifier: Apache-2.0
// What variables of the commands, and those that each world has, are in one world.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "clues.h"
#include "lines.h"
#include "plan.h"

namespace assay::worlds {

// In a single world variables lead there, and so do paths that begin with one.
inline const std::string kBelow = "in/";

std::vector<std::pair<std::string, std::string>> variables_in(const Setting& setting, const Clues& clues,
                                                              const Lines& lines);

}  // namespace assay::worlds
