// SPDX-License-Identifier: Apache-2.0
// The contents of particular kinds of files.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::worlds {

// A JSON object with these members, and with them again one level below: each is a number, a text, a list of
// objects, an object or a boolean, depending on `turn`.
// In a list there are three such objects.
std::string json_with(const std::vector<std::string>& members, std::size_t turn, bool in_list = false);

// The beginning of /etc/passwd or /etc/group.
std::string_view accounts_in(std::string_view path);
// Names of files of a generated world, some of which do not exist, followed by the text.
std::string with_names(std::string_view text);
// The lines without duplicates, in byte order, and without every third; which ones depends on `number`. Every
// fourth line ends with the number.
std::string sorted(std::string_view text, std::size_t number);

}  // namespace assay::worlds
