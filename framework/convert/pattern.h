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

// A regular expression of another language as a pattern that finds the same. ^ and $ are the ends of the
// whole text there, and those of a line here; . and \s, \d and \w hold other characters.
struct Translation {
  std::string pattern;
  std::string fault;  // RE2 reads a part differently, or pattern_fault(); empty: it can be used
};
Translation from_javascript(std::string_view expression);
Translation from_rust(std::string_view expression);

// Why a case cannot use a pattern: it does not parse, or it matches an empty answer. Empty: it can.
std::string pattern_fault(const std::string& pattern);
// Whether it parses.
bool is_pattern(const std::string& pattern);
// Whether the pattern is found in the text. REQUIRES: no fault.
bool is_found(const std::string& pattern, std::string_view text);

}  // namespace assay::convert
