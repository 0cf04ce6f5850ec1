// SPDX-License-Identifier: Apache-2.0
#include "patterns.h"

#include <fmt/format.h>

#include "assay/internal/linear_regex.h"
#include "assay/internal/pattern_words.h"
#include "assay/internal/text.h"
#include "built_in.h"

namespace assay {
namespace {

constexpr std::size_t kLongest = 200;  // short enough for a message and a database row

Verdict unreadable(const std::string& pattern, const RegexFault& fault) {
  return {.level = "patterns",
          .outcome = Outcome::error,
          .why = fmt::format("the pattern {} cannot be read: {}", one_line(pattern), fault.what())};
}

}  // namespace

std::optional<Verdict> rejection(const Case& asked, const Answer& answer) {
  for (const std::string& pattern : asked.own->reject_patterns) {
    try {
      if (const auto found = Regex("(" + pattern + ")").search(answer.command))
        return Verdict{
            .level = "patterns",
            .outcome = Outcome::mismatch,
            .why = fmt::format("what the reject pattern {} finds is not accepted", one_line(pattern)),
            .evidence = PatternMatch{pattern, shortened(*found, kLongest)}};
    } catch (const RegexFault& fault) {
      return unreadable(pattern, fault);
    }
  }
  return std::nullopt;
}

Verdict grade_patterns(const Case& asked, const Answer& answer) {
  for (const std::string& pattern : asked.own->accept_patterns) {
    try {
      if (Regex(pattern).matches(answer.command))
        return {.outcome = Outcome::match,
                .score = kPatterns,
                .why = text_of_pattern(pattern) + ", which the case accepts",
                .evidence = PatternMatch{pattern, shortened(answer.command, kLongest)}};
    } catch (const RegexFault& fault) {
      return unreadable(pattern, fault);
    }
  }
  return {.why =
              asked.own->accept_patterns.empty() ? "the case has no patterns" : "matches no accept pattern"};
}

}  // namespace assay
