// SPDX-License-Identifier: Apache-2.0
#include "languages/character_set.h"

#include <algorithm>
#include <array>

namespace assay::equivalence {
namespace {

struct Member {
  char byte = 0;
  bool escaped = false;
};

std::optional<Member> read_member(std::string_view text, std::size_t& at) {
  const char c = text[at++];
  if (c != '\\') return Member{c, false};
  if (at == text.size()) return std::nullopt;
  const char escape = text[at++];
  constexpr std::string_view kLetters = "abfnrtv\\";
  constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v\\";
  if (const std::size_t found = kLetters.find(escape); found != std::string_view::npos)
    return Member{kMeanings[found], true};
  if (escape >= '0' && escape <= '7') {
    int code = escape - '0';
    for (int i = 0;
         i < 2 && at < text.size() && text[at] >= '0' && text[at] <= '7' && code * 8 + text[at] - '0' < 256;
         ++i) {
      code = code * 8 + (text[at++] - '0');
    }
    return Member{static_cast<char>(code), true};
  }
  const bool is_letter = (escape >= 'a' && escape <= 'z') || (escape >= 'A' && escape <= 'Z');
  if (is_letter || static_cast<unsigned char>(escape) >= 0x80) return std::nullopt;
  return Member{escape, true};
}

}  // namespace

std::optional<std::string> character_set(std::string_view text) {
  std::string bytes;
  for (std::size_t at = 0; at < text.size();) {
    const bool opens = text[at] == '[' && at + 1 < text.size();
    if (opens && (text[at + 1] == ':' || text[at + 1] == '=')) return std::nullopt;
    if (opens && at + 2 < text.size() && text.substr(at + 2).find('*') != std::string_view::npos)
      return std::nullopt;
    const auto first = read_member(text, at);
    if (!first) return std::nullopt;
    const bool is_range = at + 1 < text.size() && text[at] == '-';
    if (!is_range) {
      bytes += first->byte;
      continue;
    }
    ++at;
    const auto last = read_member(text, at);
    if (!last || static_cast<unsigned char>(last->byte) < static_cast<unsigned char>(first->byte))
      return std::nullopt;
    for (int c = static_cast<unsigned char>(first->byte); c <= static_cast<unsigned char>(last->byte); ++c) {
      bytes += static_cast<char>(c);
    }
  }
  return bytes;
}

}  // namespace assay::equivalence
