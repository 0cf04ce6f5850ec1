// SPDX-License-Identifier: Apache-2.0
#include "tree/effects.h"

#include <algorithm>

#include "languages/characters.h"

namespace assay::equivalence {
namespace {

// Reading it changes the next value.
bool names_random(std::string_view name) { return name == "RANDOM" || name == "SRANDOM"; }

// The length of [3], [@] or [*] at the start; none of any other subscript, which may be a sum.
std::size_t plain_subscript(std::string_view text) {
  const std::size_t end = text.find(']');
  if (end == std::string_view::npos || end < 2) return 0;
  const std::string_view inner = text.substr(1, end - 1);
  const bool is_plain = inner == "@" || inner == "*" || std::ranges::all_of(inner, is_digit);
  return is_plain ? end + 1 : 0;
}

// Whether the operator in ${name…} neither sets the variable nor fails.
bool is_harmless_operator(std::string_view text) {
  if (text.empty()) return false;
  if (text[0] == '@') return text.size() > 1 && std::string_view("QLUu").find(text[1]) != text.npos;
  if (text[0] != ':') return std::string_view("}-+%#/^,").find(text[0]) != text.npos;
  text.remove_prefix(1);
  if (text.starts_with('-') || text.starts_with('+')) return true;
  return text.find_first_not_of("0123456789: ") == text.find('}');
}

// The text after ${.
bool is_harmless_parameter(std::string_view text) {
  const auto may_begin = [](char c) { return is_name_char(c) || c == '@' || c == '*'; };
  if (text.size() > 1 && text[0] == '#' && may_begin(text[1])) text.remove_prefix(1);
  if (text.size() > 1 && text[0] == '!' && text[1] != '}') return false;
  const auto end = std::ranges::find_if_not(text, is_name_char);
  const auto length = static_cast<std::size_t>(end - text.begin());
  if (names_random(text.substr(0, length))) return false;
  text.remove_prefix(length > 0 ? length : std::min<std::size_t>(text.size(), 1));
  if (text.starts_with('[')) {
    const std::size_t subscript = plain_subscript(text);
    if (subscript == 0) return false;
    text.remove_prefix(subscript);
  }
  return is_harmless_operator(text);
}

// Text with expansions, as written.
bool is_harmless_text(std::string_view text) {
  for (auto at = text.find('$'); at != text.npos; at = text.find('$', at + 1)) {
    const std::string_view after = text.substr(at + 1);
    if (after.starts_with("((") || after.starts_with('[')) return false;
    if (after.starts_with('{') && !is_harmless_parameter(after.substr(1))) return false;
  }
  return true;
}

// An assignment, or an operation that may fail.
bool is_active_arithmetic(std::string_view text) {
  if (text.find_first_of("/%[") != text.npos) return true;
  for (const std::string_view each : {"++", "--", "**"}) {
    if (text.find(each) != text.npos) return true;
  }
  for (auto at = text.find('='); at != text.npos; at = text.find('=', at + 1)) {
    if (text.substr(at + 1).starts_with('=')) {
      ++at;
      continue;
    }
    const std::string_view before = text.substr(0, at);
    const bool compares = before.ends_with('!') || ((before.ends_with('<') || before.ends_with('>')) &&
                                                    !before.ends_with("<<") && !before.ends_with(">>"));
    if (!compares) return true;
  }
  return false;
}

bool acts_in_arithmetic(const Term& part) {
  if (part.kind != Kind::node) return is_active_arithmetic(part.text) || !is_harmless_text(part.text);
  return may_act(part);
}

}  // namespace

bool may_act(const Term& word) {
  if (word.is_text()) return false;
  if (word.kind == Kind::live) return !is_harmless_text(word.text);
  switch (word.label) {
    case Label::substitution:
    case Label::special:
    case Label::process_input:
    case Label::process_output:
    case Label::quoted_script:
      return false;
    case Label::parameter:
      if (word.parts[0]->is_text()) return names_random(word.parts[0]->text);
      break;
    case Label::arithmetic:
      return std::ranges::any_of(word.parts, [](const Term* part) { return acts_in_arithmetic(*part); });
    default:
      break;
  }
  return std::ranges::any_of(word.parts, [](const Term* part) { return may_act(*part); });
}

}  // namespace assay::equivalence
