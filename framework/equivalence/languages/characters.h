// SPDX-License-Identifier: Apache-2.0
// Classes of single bytes in ASCII, independent of the locale, and names made of them.
#pragma once

#include <string_view>

namespace assay::equivalence {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Characters in names of variables and functions.
constexpr bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

// Whether the text has the name, and not only as a part of longer ones.
constexpr bool holds_name(std::string_view text, std::string_view name) {
  for (auto at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || !is_name_char(text[at - 1]);
    if (begins && (end == text.size() || !is_name_char(text[end]))) return true;
  }
  return false;
}

}  // namespace assay::equivalence
