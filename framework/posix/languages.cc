// SPDX-License-Identifier: Apache-2.0
#include "languages.h"

#include <fmt/format.h>

#include <algorithm>

#include "characters.h"

namespace assay::posix {
namespace {

struct Escape {
  char letter;
  std::string_view instead;
};

constexpr Escape kOfBoth[] = {{'w', "[[:alnum:]_]"},
                              {'W', "[^[:alnum:]_]"},
                              {'s', "[[:space:]]"},
                              {'S', "[^[:space:]]"},
                              {'b', ""},
                              {'B', ""},
                              {'<', ""},
                              {'>', ""},
                              {'y', ""},
                              {'d', "[[:digit:]]"},
                              {'D', "[^[:digit:]]"},
                              {'`', "^"},
                              {'\'', "$"}};
// What a backslash may stand before in awk: \b is a backspace there, which nobody means in a pattern.
constexpr std::string_view kLettersOfAwk = "afnrtv";
constexpr Escape kOfBasic[] = {{'+', "\\{1,\\}"}, {'?', "\\{0,1\\}"}, {'|', "two expressions"}};

void add(std::vector<Foreign>& found, std::string what, std::string_view instead) {
  if (std::ranges::none_of(found, [&](const Foreign& each) { return each.what == what; }))
    found.push_back({std::move(what), std::string(instead)});
}

}  // namespace

std::size_t behind_brackets(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '[') return at;
  std::size_t end = at + 1;
  if (end < text.size() && text[end] == '^') ++end;
  if (end < text.size() && text[end] == ']') ++end;
  while (end < text.size() && text[end] != ']') {
    if (text[end] == '[' && end + 1 < text.size() &&
        std::string_view(":.=").find(text[end + 1]) != text.npos) {
      const std::size_t close = text.find(std::string{text[end + 1], ']'}, end + 2);
      end = close == text.npos ? text.size() : close + 2;
    } else {
      ++end;
    }
  }
  return end < text.size() ? end + 1 : at;
}

namespace {

void find_escape(char letter, Regex dialect, std::vector<Foreign>& found) {
  for (const Escape& each : kOfBoth)
    if (each.letter == letter)
      return add(found, fmt::format("\\{} in a pattern is not in POSIX", letter), each.instead);
  if (is_letter(letter) && (dialect != Regex::awk || kLettersOfAwk.find(letter) == kLettersOfAwk.npos))
    add(found, fmt::format("\\{} in a pattern is not in POSIX", letter), "the character itself");
  if (dialect == Regex::basic)
    for (const Escape& each : kOfBasic)
      if (each.letter == letter)
        add(found, fmt::format("\\{} in a basic expression is not in POSIX", letter), each.instead);
  if (dialect == Regex::extended && letter >= '1' && letter <= '9')
    add(found, fmt::format("\\{} in an extended expression is not in POSIX", letter), "a basic expression");
}

void add_unbounded(std::vector<Foreign>& found) {
  add(found, "a repetition without its least number is not in POSIX", "{0,n}");
}

void find_escapes(std::string_view text, Regex dialect, std::vector<Foreign>& found) {
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t behind = behind_brackets(text, at); behind != at) {
      at = behind;
    } else if (text[at] == '\\' && at + 1 < text.size()) {
      find_escape(text[at + 1], dialect, found);
      if (dialect == Regex::basic && text.substr(at).starts_with("\\{,")) add_unbounded(found);
      at += 2;
    } else {
      if (dialect != Regex::basic && text.substr(at).starts_with("{,")) add_unbounded(found);
      ++at;
    }
  }
}

}  // namespace

std::vector<Foreign> foreign_in_regex(std::string_view pattern, Regex dialect) {
  std::vector<Foreign> found;
  find_escapes(pattern, dialect, found);
  return found;
}

}  // namespace assay::posix
