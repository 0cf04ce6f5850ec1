// SPDX-License-Identifier: Apache-2.0
// Classes of single bytes in ASCII, independent of the locale, and names made of them.
#pragma once

#include <string>
#include <string_view>

namespace assay::equivalence {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_letter(char c) { return is_lower(c) || (c >= 'A' && c <= 'Z'); }
constexpr bool is_letter_or_digit(char c) { return is_letter(c) || is_digit(c); }

// Whether the text consists of letters, digits and `others`; also if it is empty.
constexpr bool is_alphanumeric(std::string_view text, std::string_view others) {
  for (const char c : text)
    if (!is_letter_or_digit(c) && others.find(c) == others.npos) return false;
  return true;
}

// With ASCII's letters in upper case.
inline std::string in_upper_case(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) c = is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
  return upper;
}

// Characters in names of variables and functions.
constexpr bool is_name_char(char c) { return is_letter_or_digit(c) || c == '_'; }

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
