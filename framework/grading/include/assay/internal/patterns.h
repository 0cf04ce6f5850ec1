// SPDX-License-Identifier: Apache-2.0
// A case's own regular expressions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/grading.h"

namespace assay {

// The mismatch that ends the case if the answer's command matches one of reject_patterns; none otherwise.
// VerdictKind::error if a pattern cannot be read.
std::optional<Verdict> rejection(const Case& asked, const Answer& answer);

// What an accept pattern asks for, in words: for "an answer that `asks` `text`".
struct PatternWords {
  std::string_view asks;  // "contains", "begins with", "matches", …
  std::string text;       // plain text, or a regular expression after "match"; as long as the pattern at most
};

// Knows the patterns by which `assay convert` writes "contains" and "begins with"; any other one "matches".
PatternWords words_of_pattern(std::string_view pattern);

// "contains `wc -l`", on one printable line.
std::string text_of_pattern(std::string_view pattern);

}  // namespace assay
