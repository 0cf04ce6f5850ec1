// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/patterns.h"

#include <fmt/format.h>

#include "assay/internal/linear_regex.h"
#include "assay/internal/text.h"
#include "levels.h"

namespace assay {
namespace {

constexpr std::string_view kAnything = "(?s:.*)", kStart = "\\A", kAnyCase = "(?i)";

bool take(std::string_view& text, std::string_view start) {
  if (!text.starts_with(start)) return false;
  text.remove_prefix(start.size());
  return true;
}

// Whether each parenthesis outside escapes and classes has its partner within `pattern`; false if in doubt.
bool is_balanced(std::string_view pattern) {
  int depth = 0;
  bool is_in_class = false;
  for (std::size_t i = 0; i < pattern.size() && depth >= 0; ++i) {
    if (pattern[i] == '\\') {
      ++i;
    } else if (is_in_class || pattern[i] == '[') {
      is_in_class = pattern[i] != ']';
    } else {
      depth += pattern[i] == '(' ? 1 : pattern[i] == ')' ? -1 : 0;
    }
  }
  return depth == 0 && !is_in_class;
}

// The part of `pattern` in a group that any text may follow.
std::optional<std::string_view> group_before_anything(std::string_view pattern) {
  constexpr std::string_view kOpen = "(?:";
  const std::string end = ")" + std::string(kAnything);
  if (!take(pattern, kOpen) || !pattern.ends_with(end)) return std::nullopt;
  pattern.remove_suffix(end.size());
  return is_balanced(pattern) ? std::optional(pattern) : std::nullopt;
}

// The text that `pattern` matches, if it matches only one.
std::optional<std::string> literal_of(std::string_view pattern) {
  constexpr std::string_view kSpecial = "\\^$.|?*+()[]{}";
  std::string text;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool is_escape = pattern[i] == '\\';
    if (is_escape && ++i == pattern.size()) return std::nullopt;
    if ((kSpecial.find(pattern[i]) != std::string_view::npos) != is_escape) return std::nullopt;
    text += pattern[i];
  }
  return text;
}

PatternWords phrased(std::string_view pattern, std::string_view literally, std::string_view otherwise) {
  if (auto text = literal_of(pattern)) return {literally, *std::move(text)};
  return {otherwise, std::string(pattern)};
}

constexpr std::size_t kLongest = 200;  // short enough for a message and a database row

Verdict unreadable(const std::string& pattern, const RegexFault& fault) {
  return {.level = "patterns",
          .outcome = VerdictKind::error,
          .why = fmt::format("the pattern {} cannot be read: {}", one_line(pattern), fault.what())};
}

}  // namespace

PatternWords words_of_pattern(std::string_view pattern) {
  std::string_view rest = pattern;
  const bool is_anywhere = take(rest, kAnything);
  if (!is_anywhere && !take(rest, kStart)) return {"matches", std::string(pattern)};
  const auto group = group_before_anything(rest);
  if (!group) return {"matches", std::string(pattern)};
  std::string_view inner = *group;
  if (!is_anywhere || take(inner, kStart)) return phrased(inner, "begins with", "begins with a match of");
  if (take(inner, kAnyCase))
    return phrased(inner, "contains, in any case,", "contains, in any case, a match of");
  return phrased(inner, "contains", "contains a match of");
}

std::string text_of_pattern(std::string_view pattern) {
  const PatternWords words = words_of_pattern(pattern);
  return fmt::format("{} {}", words.asks, code_span(one_line(words.text)));
}

std::optional<Verdict> rejection(const Case& asked, const Answer& answer) {
  for (const std::string& pattern : asked.own->reject_patterns) {
    try {
      if (const auto found = Regex("(" + pattern + ")").search(answer.command))
        return Verdict{
            .level = "patterns",
            .outcome = VerdictKind::mismatch,
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
        return {.outcome = VerdictKind::match,
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
