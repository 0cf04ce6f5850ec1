// SPDX-License-Identifier: Apache-2.0
// Levels for tools that answer in text: the accepted text is the whole answer, a part of it, or a pattern.
#include <fmt/format.h>

#include "assay/internal/linear_regex.h"
#include "assay/internal/text.h"
#include "built_in.h"

namespace assay {

Verdict grade_text_equals(const Pair& pair, const Surroundings&) {
  if (trimmed(pair.accepted) != trimmed(pair.answer.command)) return {.why = "another text"};
  return {.outcome = Outcome::match, .score = 1.0, .why = "the same text"};
}

Verdict grade_text_contains(const Pair& pair, const Surroundings&) {
  const std::string_view wanted = trimmed(pair.accepted);
  if (wanted.empty() || pair.answer.command.find(wanted) == std::string::npos)
    return {.why = "the answer does not contain the text"};
  return {.outcome = Outcome::match, .score = kTextContains, .why = "the answer holds the text"};
}

Verdict grade_text_matches(const Pair& pair, const Surroundings&) {
  try {
    if (!Regex(pair.accepted).matches(pair.answer.command)) return {.why = "the pattern does not match"};
  } catch (const RegexFault& fault) {
    return {.outcome = Outcome::error,
            .why = fmt::format("the pattern {} cannot be read: {}", one_line(pair.accepted), fault.what())};
  }
  return {.outcome = Outcome::match,
          .score = kPatterns,
          .why = "the pattern matches",
          .evidence = PatternMatch{pair.accepted, {}}};
}

}  // namespace assay
