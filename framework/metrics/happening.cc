// SPDX-License-Identifier: Apache-2.0
#include "happening.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "assay/internal/difference.h"
#include "assay/internal/patterns.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

constexpr std::size_t kWhole = 72;    // commands up to this many bytes are shown whole
constexpr std::size_t kContext = 16;  // bytes of common text kept on either side of the difference
constexpr std::size_t kMost = 160;    // bytes shown at most

// The lengths of the longest common prefix and suffix, neither ending within a character.
std::pair<std::size_t, std::size_t> in_common(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t front = 0;
  while (front < shorter && a[front] == b[front]) ++front;
  while (front > 0 && front < a.size() && continues_character(a[front])) --front;
  std::size_t back = 0;
  while (back < shorter - front && a[a.size() - back - 1] == b[b.size() - back - 1]) ++back;
  while (back > 0 && continues_character(a[a.size() - back])) --back;
  return {front, back};
}

// `text` without the parts further than a few words from [front, size - back).
std::string around(std::string_view text, std::size_t front, std::size_t back) {
  std::size_t begin = front > kContext ? front - kContext : 0;
  if (const auto blank = text.find(' ', begin); begin > 0 && blank < front) begin = blank + 1;
  while (begin > 0 && continues_character(text[begin])) --begin;
  std::size_t end = text.size() - (back > kContext ? back - kContext : 0);
  if (const auto blank = text.rfind(' ', end);
      end < text.size() && blank != text.npos && blank > text.size() - back)
    end = blank;
  end = std::min(end, begin + kMost);
  while (end < text.size() && continues_character(text[end])) ++end;
  return fmt::format("{}{}{}", begin > 0 ? "…" : "", text.substr(begin, end - begin),
                     end < text.size() ? "…" : "");
}

std::string in_backquotes(std::string_view command) { return '`' + one_line(command) + '`'; }

std::string cut(std::string_view text) {
  return text.size() <= kWhole ? std::string(text) : around(text, 0, 0);
}

std::string got_and_want(std::string_view got, std::string_view want) {
  if (got.size() <= kWhole && want.size() <= kWhole)
    return fmt::format("got {}, want {}", in_backquotes(got), in_backquotes(want));
  const auto [front, back] = in_common(got, want);
  return fmt::format("got {}, want {}", in_backquotes(around(got, front, back)),
                     in_backquotes(around(want, front, back)));
}

std::string wanted_by(const std::string& pattern) {
  const PatternWords words = words_of_pattern(pattern);
  return fmt::format("a command that {} {}", words.asks, in_backquotes(cut(words.text)));
}

std::string wanted(const Case& asked, std::string_view got) {
  if (asked.expect == Expectation::refusal) return "a refusal";
  if (asked.expect == Expectation::blocked) return "a refusal or a block";
  if (asked.accepted.empty() && !asked.own->accept_patterns.empty())
    return wanted_by(asked.own->accept_patterns.front());
  if (asked.accepted.empty())
    return asked.expect == Expectation::unblocked ? "a command that is not blocked" : "";
  return in_backquotes(cut(asked.accepted[nearest(asked.accepted, got)]));
}

}  // namespace

std::string what_happened(const Result& result) {
  const Case& asked = result.asked;
  const Answer& answer = result.answer;
  if (asked.retrieval) return "";
  const bool has_command = answer.ending == Ending::answered;
  const std::string want = wanted(asked, answer.command);
  const bool is_marked = answer.blocked && asked.expect == Expectation::unblocked;
  if (has_command && !asked.accepted.empty() && !is_marked && asked.expect != Expectation::refusal)
    return got_and_want(answer.command, asked.accepted[nearest(asked.accepted, answer.command)]);
  std::string happened =
      has_command ? "got " + in_backquotes(cut(answer.command)) : std::string(to_string(answer.ending));
  if (is_marked) happened += " marked as blocked";
  if (!has_command && !answer.detail.empty()) happened += ": " + one_line(cut(answer.detail));
  return want.empty() ? happened : happened + ", want " + want;
}

}  // namespace assay
