// What files of particular kinds hold.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay::worlds {

inline constexpr const char* kJson =
    "{\n  \"name\": \"one\",\n  \"version\": \"1.2.3\",\n  \"list\": [1, 2.50, \"two  words\", null],\n"
    "  \"in\": {\"name\": \"two\", \"id\": 7}\n}\n";

// What /etc/passwd or /etc/group begins with.
std::string_view accounts_in(std::string_view path);
// Names of files of a generated world, some of which are not there, before the text.
std::string with_names(std::string_view text);
// Each of its lines once, by bytes, without every third, which is another one for each number.
std::string sorted(std::string_view text, std::size_t number);

}  // namespace assay::worlds
