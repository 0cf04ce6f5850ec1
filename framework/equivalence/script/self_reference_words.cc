// SPDX-License-Identifier: Apache-2.0
#include "script/self_reference_words.h"

#include <algorithm>

#include "languages/characters.h"

namespace assay::equivalence {
namespace {

constexpr std::string_view kBlanks = " \t";

// Calls `use` with the beginning and the end of each occurrence of `word` as a separate word, until it
// returns true.
template <class Use>
bool any_use_of(std::string_view script, std::string_view word, Use use) {
  for (auto at = script.find(word); at != script.npos; at = script.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || (!is_name_char(script[at - 1]) && script[at - 1] != '-');
    const bool ends = end == script.size() || (!is_name_char(script[end]) && script[end] != '-');
    if (begins && ends && use(at, end)) return true;
  }
  return false;
}

// Whether a command may begin at `at`, judging by what precedes it.
bool may_begin_command(std::string_view script, std::size_t at) {
  std::string_view before = script.substr(0, at);
  while (!before.empty() && std::string_view(" \t\"'\\").find(before.back()) != std::string_view::npos)
    before.remove_suffix(1);
  if (before.empty() || std::string_view("\n;|&({`!)").find(before.back()) != std::string_view::npos)
    return true;
  const std::size_t begin = before.find_last_of(" \t\n;|&(){}`");
  const std::string_view previous = before.substr(begin == before.npos ? 0 : begin + 1);
  constexpr std::string_view kBefore[] = {"do",   "then",  "else",    "elif",    "if",
                                          "time", "while", "command", "builtin", "until"};
  return std::ranges::find(kBefore, previous) != std::end(kBefore) ||
         previous.find('=') != std::string_view::npos;
}

// Whether one of the options after a builtin's name has the letter f.
bool has_function_option(std::string_view rest) {
  while (true) {
    const std::size_t begin = rest.find_first_not_of(" \t\"'\\");
    if (begin == rest.npos || (rest[begin] != '-' && rest[begin] != '+')) return false;
    rest.remove_prefix(begin);
    const std::string_view option = rest.substr(0, rest.find_first_of(" \t\n;|&)"));
    if (option.find('f') != option.npos) return true;
    rest.remove_prefix(option.size());
  }
}

}  // namespace

bool runs_caller(std::string_view script) {
  return any_use_of(script, kCaller,
                    [script](std::size_t at, std::size_t) { return may_begin_command(script, at); });
}

bool prints_functions(std::string_view script) {
  const bool defines = script.find("()") != script.npos || script.find("( )") != script.npos ||
                       any_use_of(script, "function", [](std::size_t, std::size_t) { return true; });
  if (!defines) return false;
  for (const std::string_view word : {"declare", "typeset", "export"}) {
    const bool prints = any_use_of(script, word, [script](std::size_t, std::size_t end) {
      return has_function_option(script.substr(end));
    });
    if (prints) return true;
  }
  return any_use_of(script, "type", [script](std::size_t at, std::size_t end) {
    return may_begin_command(script, at) && end < script.size() &&
           kBlanks.find(script[end]) != std::string_view::npos;
  });
}

}  // namespace assay::equivalence
