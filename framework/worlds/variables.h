// SPDX-License-Identifier: Apache-2.0
// The values of the commands' variables, and of those that each world sets, in one world.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "clues.h"
#include "lines.h"
#include "plan.h"

namespace assay::worlds {

// In the world `single`, variables refer to this folder, and paths that begin with one are below it: paths
// of three parts.
inline const std::string kBelow = "in/side/";
// The home of the user in the worlds `other` and `missing`.
inline const std::string kOtherHome = "/srv/home/other";

std::vector<std::pair<std::string, std::string>> variables_in(const Setting& setting, const Clues& clues,
                                                              const Lines& lines);

}  // namespace assay::worlds
