// SPDX-License-Identifier: Apache-2.0
// What other tools say of text, as patterns of a case (docs/levels.md#patterns).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::convert {

// To the letter.
std::string literal(std::string_view text);
// Whatever stands in front of it and behind it.
std::string anywhere(std::string_view pattern);
std::string at_start(std::string_view pattern);

// A regular expression of JavaScript, where ^ and $ are the ends of the whole text. It may still be one that
// RE2 has not: pattern_fault() says so.
std::string from_javascript(std::string_view expression);

// Why a pattern can be none of a case: it cannot be read, or an empty answer would do. Empty: it can.
std::string pattern_fault(const std::string& pattern);
// Whether it is found in the text. REQUIRES: no fault.
bool is_found(const std::string& pattern, std::string_view text);

}  // namespace assay::convert
