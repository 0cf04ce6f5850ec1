// SPDX-License-Identifier: Apache-2.0
// What files of particular kinds hold.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::worlds {

// A JSON object. These members stand in it, and within them again: a number, text, a list of objects, an
// object, a truth, which of them is another one for another `turn`.
std::string json_with(const std::vector<std::string>& members, std::size_t turn);

// What /etc/passwd or /etc/group begins with.
std::string_view accounts_in(std::string_view path);
// Names of files of a generated world, some of which are not there, before the text.
std::string with_names(std::string_view text);
// Each of its lines once, by bytes, without every third, which is another one for each number; every fourth
// one ends with the number.
std::string sorted(std::string_view text, std::size_t number);

}  // namespace assay::worlds
