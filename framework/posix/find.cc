// SPDX-License-Identifier: Apache-2.0
#include "find.h"

#include <fmt/format.h>

#include <algorithm>

#include "advice.h"
#include "characters.h"

namespace assay::posix {
namespace {

using Words = std::span<const ReadWord>;

// A number of blocks or of bytes (c), or not known.
bool is_size(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  const std::size_t end = text.find_first_not_of("0123456789");
  return end == text.npos || text.substr(end) == "c" || text.find('$') != text.npos;
}

bool is_whole(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

// `all` are words parted by single blanks.
bool is_one_of(std::string_view all, std::string_view word) {
  return fmt::format(" {} ", all).find(fmt::format(" {} ", word)) != std::string::npos;
}

void judge_value(std::string_view primary, const ReadWord& value, Findings& findings) {
  const auto say = [&](std::string what, std::string instead) {
    findings.add(Departs::operand, std::move(what), std::move(instead), value.span);
  };
  if (primary == "-size" && !is_size(value.text))
    say(fmt::format("find -size {} has a unit that is not in POSIX", value.text), "a number of bytes, and c");
  const bool is_old_perm = value.text.size() > 1 && value.text[0] == '+' && is_digit(value.text[1]);
  if (primary == "-perm" && (value.text.starts_with('/') || is_old_perm))
    say(fmt::format("find -perm {} is not in POSIX", value.text), "-perm -mode, joined by -o");
  if (primary == "-type" && value.is_literal && !is_one_of("b c d f l p s", value.text))
    say(fmt::format("find -type {} is not in POSIX", value.text),
        value.text.find(',') == value.text.npos ? "" : "-type, joined by -o");
  if (is_one_of("-atime -ctime -mtime -links", primary) && value.is_literal && !is_whole(value.text))
    say(fmt::format("find {} {} is not a whole number", primary, value.text), "");
}

// The position of the ";" or "+" that ends the command beginning at `at`.
std::size_t end_of_command(Words words, std::size_t at) {
  const std::size_t begin = at;
  while (at < words.size() && words[at].text != ";" &&
         !(words[at].text == "+" && at > begin && words[at - 1].text == "{}"))
    ++at;
  return at;
}

void judge_braces(Words command, Findings& findings) {
  for (const ReadWord& word : command)
    if (word.text != "{}" && word.text.find("{}") != word.text.npos)
      findings.add(Departs::operand, fmt::format("what find makes of {} is not settled by POSIX", word.text),
                   "{} as a word of its own, to sh -c", word.span);
}

}  // namespace

std::vector<Inner> judge_expression(const Utility& utility, Words words, std::size_t begin,
                                    Findings& findings) {
  std::vector<Inner> commands;
  for (std::size_t at = begin; at < words.size();) {
    const ReadWord& word = words[at];
    const Primary* primary = utility.find_primary(word.text);
    const bool is_foreign =
        !primary || !primary->posix ||
        std::ranges::find(primary->posix_unless, word.text) != primary->posix_unless.end();
    if (is_foreign && word.is_literal)
      findings.add(Departs::option, fmt::format("find {} is not in POSIX", word.text),
                   std::string(instead_of_primary(word.text)), word.span);
    if (!primary) {
      at += word.text.starts_with("-newer") ? 2 : 1;
      continue;
    }
    if (primary->command) {
      const std::size_t end = end_of_command(words, at + 1);
      judge_braces(words.subspan(at + 1, end - at - 1), findings);
      commands.push_back({Inner::Form::argv, at + 1, end, ""});
      at = end + 1;
      continue;
    }
    if (primary->arguments > 0 && at + 1 < words.size()) judge_value(word.text, words[at + 1], findings);
    at += 1 + primary->arguments;
  }
  return commands;
}

}  // namespace assay::posix
