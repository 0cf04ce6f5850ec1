// SPDX-License-Identifier: Apache-2.0
// The tables of runners.json, by which only the commands that a program runs are found.
#pragma once

#include <string_view>
#include <vector>

#include "assay/internal/utility.h"

namespace assay {

// Those of that name, in the file's order. They live as long as the program.
std::vector<const Utility*> find_runners(std::string_view name);

}  // namespace assay
