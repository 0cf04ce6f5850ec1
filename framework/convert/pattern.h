// SPDX-License-Identifier: Apache-2.0
// Converts other tools' text conditions to patterns of a case (docs/levels.md#patterns).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::convert {

// Matches the text literally.
std::string literal(std::string_view text);
// Matches the pattern with any text before and after it.
std::string anywhere(std::string_view pattern);
std::string at_start(std::string_view pattern);

// An expression of another language in which ^ and $ are the ends of the whole text: here they are the ends
// of a line. What else RE2 reads differently is up to the two functions below.
std::string anchored_at_ends(std::string_view expression);

// Why a JavaScript or a Rust regular expression, once it is anchored, cannot be used as a pattern: RE2 would
// read a part of it as something else, or pattern_fault(). Empty: it can.
std::string javascript_fault(std::string_view expression);
std::string rust_fault(std::string_view expression);

// Why a case cannot use a pattern: it does not parse, or it matches an empty answer. Empty: it can.
std::string pattern_fault(const std::string& pattern);
// Whether it parses.
bool is_pattern(const std::string& pattern);
// Whether the pattern is found in the text. REQUIRES: no fault.
bool is_found(const std::string& pattern, std::string_view text);

}  // namespace assay::convert
