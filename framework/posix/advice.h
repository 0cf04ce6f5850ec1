// SPDX-License-Identifier: Apache-2.0
// What POSIX has in place of what it has not; empty where it has nothing.
#pragma once

#include <string_view>

namespace assay::posix {

std::string_view instead_of_utility(std::string_view name);
// By what beyond_posix() says of it: "ls -G is not in POSIX".
std::string_view instead_of_option(std::string_view what);
std::string_view instead_of_primary(std::string_view name);

}  // namespace assay::posix
