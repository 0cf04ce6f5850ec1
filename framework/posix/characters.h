// SPDX-License-Identifier: Apache-2.0
// ASCII characters by kind, whatever the locale.
#pragma once

namespace assay::posix {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool begins_name(char c) { return c == '_' || is_letter(c); }
constexpr bool is_in_name(char c) { return begins_name(c) || is_digit(c); }

}  // namespace assay::posix
