// SPDX-License-Identifier: Apache-2.0
// The built-in levels for commands: their names, graders and scores.
#pragma once

#include <string_view>
#include <variant>

#include "assay/grading.h"

namespace assay {

// Scores of a match.
constexpr double kWhitespace = 0.95;
constexpr double kBestCanonical = 0.93;  // even for pairs that an earlier level matches with a higher score
constexpr double kTextContains = 0.90;
constexpr double kPatterns = 0.80;

Verdict grade_exact(const Pair& pair, const Surroundings&);
Verdict grade_whitespace(const Pair& pair, const Surroundings&);
Verdict grade_canonical(const Pair& pair, const Surroundings& surroundings);
Verdict grade_patterns(const Case& asked, const Answer& answer);
Verdict grade_text_equals(const Pair& pair, const Surroundings&);
Verdict grade_text_contains(const Pair& pair, const Surroundings&);
Verdict grade_text_matches(const Pair& pair, const Surroundings&);

struct BuiltIn {
  std::string_view name;
  std::variant<Verdict (*)(const Pair&, const Surroundings&), Verdict (*)(const Case&, const Answer&)> grade;
  double best = 1.0;
  const char* version = "1";
};

constexpr BuiltIn kBuiltIn[] = {{"exact", grade_exact},
                                {"whitespace", grade_whitespace, kWhitespace, "2"},
                                {"canonical", grade_canonical, kBestCanonical, "2"},
                                {"patterns", grade_patterns, kPatterns},
                                {"text_equals", grade_text_equals},
                                {"text_contains", grade_text_contains, kTextContains},
                                {"text_matches", grade_text_matches, kPatterns}};

}  // namespace assay
