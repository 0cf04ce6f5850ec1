// SPDX-License-Identifier: Apache-2.0
#include "text.h"

#include "tokens.h"

namespace assay {
namespace {

// Tools end lines with CR LF, too; other white space is not blank to a shell.
constexpr std::string_view kAroundText = " \t\n\r";

bool is_escaped(std::string_view text, std::size_t at) {
  std::size_t backslashes = 0;
  while (at > backslashes && text[at - backslashes - 1] == '\\') ++backslashes;
  return backslashes % 2 == 1;
}

// After a here-document, trailing blanks may be its last line, or change the delimiter.
bool may_end_in_document(std::string_view text) {
  for (std::size_t at = text.find("<<"); at != std::string_view::npos; at = text.find("<<", at + 2)) {
    if (text.substr(at).starts_with("<<<")) {
      ++at;  // a here-string
    } else {
      return text.find('\n', at) != std::string_view::npos;
    }
  }
  return false;
}

}  // namespace

std::string_view trimmed_command(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kAroundText);
  if (begin == std::string_view::npos) return {};
  if (may_end_in_document(text)) return text.substr(begin);
  std::size_t end = text.find_last_not_of(kAroundText) + 1;
  if (end < text.size() && is_escaped(text, end)) ++end;
  return text.substr(begin, end - begin);
}

bool same_bytes(std::string_view expected, std::string_view generated) {
  return trimmed_command(expected) == trimmed_command(generated);
}

bool same_but_blanks(std::string_view expected, std::string_view generated) {
  if (same_bytes(expected, generated)) return true;
  const auto a = tokens_of(trimmed_command(expected));
  if (!a) return false;
  const auto b = tokens_of(trimmed_command(generated));
  return b && same_tokens(*a, *b);
}

}  // namespace assay
