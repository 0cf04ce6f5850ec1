// SPDX-License-Identifier: Apache-2.0
// POSIX replacements for constructs that it lacks; empty if it has none.
#pragma once

#include <string_view>

namespace assay::posix {

std::string_view instead_of_utility(std::string_view name);
// `what` is the text from beyond_posix(): "ls -G is not in POSIX".
std::string_view instead_of_option(std::string_view what);
std::string_view instead_of_primary(std::string_view name);

}  // namespace assay::posix
