// SPDX-License-Identifier: Apache-2.0
// Finds what POSIX's awk does not have in programs, and in values of its variables. Text to findings.
#pragma once

#include <string_view>
#include <vector>

#include "languages.h"

namespace assay::posix {

std::vector<Foreign> foreign_in_awk(std::string_view program);

// `value` is what -v or an assignment gives to the variable, with its escapes.
std::vector<Foreign> foreign_in_awk_variable(std::string_view name, std::string_view value);

}  // namespace assay::posix
