// SPDX-License-Identifier: Apache-2.0
// What an accept pattern asks for, in words.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// For "an answer that `asks` `text`".
struct PatternWords {
  std::string_view asks;  // "contains", "begins with", "matches", …
  std::string text;       // plain text, or a regular expression after "match"; as long as the pattern at most
};

// Knows the patterns by which `assay convert` writes "contains" and "begins with"; any other one "matches".
PatternWords words_of_pattern(std::string_view pattern);

// "contains `wc -l`", on one printable line.
std::string text_of_pattern(std::string_view pattern);

}  // namespace assay
