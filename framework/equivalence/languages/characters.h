// SPDX-License-Identifier: Apache-2.0
// Classes of single bytes in ASCII, independent of the locale.
#pragma once

namespace assay::equivalence {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Characters in names of variables and functions.
constexpr bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

}  // namespace assay::equivalence
