// SPDX-License-Identifier: Apache-2.0
#include "script/line_ends.h"

#include <algorithm>
#include <array>

#include "languages/characters.h"

namespace assay::equivalence {
namespace {

// Settings that apply from the next line on, patterns that are errors without one, names that cannot be set,
// and negative indexes.
constexpr auto kTelling = std::to_array<std::string_view>(
    {"alias", "shopt", "readonly", "declare -r", "typeset -r", "!(", "@(", "?(", "+(", "*(", "[-"});
constexpr std::array<std::string_view, 6> kFixed = {"UID",      "EUID",      "PPID",
                                                    "BASHOPTS", "SHELLOPTS", "BASH_VERSINFO"};

bool sets_fixed(std::string_view script, std::string_view name) {
  for (auto at = script.find(name); at != script.npos; at = script.find(name, at + 1)) {
    const std::string_view after = script.substr(at + name.size());
    const bool begins = at == 0 || !is_name_char(script[at - 1]);
    if (begins && (after.starts_with('=') || after.starts_with("+="))) return true;
  }
  return false;
}

// $((a/b)), $[a%b].
bool may_divide(std::string_view script) {
  for (const auto& [opening, closing] : {std::pair("((", "))"), std::pair("$[", "]")}) {
    for (auto at = script.find(opening); at != script.npos; at = script.find(opening, at + 1)) {
      const std::string_view sum = script.substr(at, script.find(closing, at) - at);
      if (sum.find_first_of("/%") != sum.npos || sum.find("**") != sum.npos) return true;
    }
  }
  return false;
}

// ${!x}, ${x?}, ${x:?text}, ${x:0:-1}; but ${!} is $!, and ${?} is $?.
bool may_lack_value(std::string_view script) {
  for (auto at = script.find("${"); at != script.npos; at = script.find("${", at + 1)) {
    std::string_view after = script.substr(at + 2);
    if (after.starts_with('!') && !after.starts_with("!}")) return true;
    if (!after.empty()) after.remove_prefix(1);
    after.remove_prefix(std::min(after.find_first_of(":?}-+=%#/^,"), after.size()));
    if (after.starts_with('?') || after.starts_with(":?")) return true;
    const std::string_view inner = after.substr(0, after.find('}'));
    const std::size_t second = inner.find(':', 1);
    const bool is_part = inner.starts_with(':') && inner.find_first_of("-+=") != 1;
    if (is_part && second != inner.npos && inner.find('-', second) != inner.npos) return true;
  }
  return false;
}

bool begins_line(std::string_view source, std::size_t at) {
  while (at > 0) {
    const char before = source[at - 1];
    const bool is_continued = before == '\n' && at > 1 && source[at - 2] == '\\';
    if (before == '\n' && !is_continued) return true;
    if (!is_continued && before != ' ' && before != '\t') return false;
    at -= is_continued ? 2 : 1;
  }
  return true;
}

}  // namespace

bool depends_on_lines(std::string_view script) {
  const auto has = [script](std::string_view part) { return script.find(part) != script.npos; };
  return std::ranges::any_of(kTelling, has) || may_divide(script) || may_lack_value(script) ||
         std::ranges::any_of(kFixed, [script](std::string_view name) { return sets_fixed(script, name); });
}

std::vector<bool> line_starts(const shell::List& list, std::string_view source) {
  std::vector<bool> starts;
  for (const shell::AndOr& item : list.items)
    starts.push_back(starts.empty() || begins_line(source, item.span.begin));
  return starts;
}

bool has_same_lines(const std::vector<bool>& a, const std::vector<bool>& b) {
  const auto is_one = [](const std::vector<bool>& starts) { return std::ranges::count(starts, true) < 2; };
  return a == b || (is_one(a) && is_one(b));
}

}  // namespace assay::equivalence
