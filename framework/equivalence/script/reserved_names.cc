// SPDX-License-Identifier: Apache-2.0
#include "script/reserved_names.h"

#include <algorithm>
#include <array>

#include "languages/characters.h"

namespace assay::equivalence {
namespace {

constexpr std::array<std::string_view, 7> kReserved = {
    "BASHOPTS", "IFS", "PATH", "POSIXLY_CORRECT", "_POSIX2_VERSION", "SHELLOPTS", "BASH_ENV"};

// =, :=, ++, --, += and the other assignment operators, after blanks; not ==.
bool assigns(std::string_view after) {
  after.remove_prefix(std::min(after.find_first_not_of(" \t\n"), after.size()));
  if (after.starts_with("++") || after.starts_with("--")) return true;
  const std::size_t equals = after.find_first_not_of("+-*/%&|^<>:");
  return equals < 4 && after[equals] == '=' && after.substr(equals + 1, 1) != "=";
}

bool counts(std::string_view before) {
  before = before.substr(0, before.find_last_not_of(" \t\n") + 1);
  return before.ends_with("++") || before.ends_with("--");
}

// -v, -a, -vx before a value, quoted or not.
bool is_attached(std::string_view before) {
  while (before.ends_with('\'') || before.ends_with('"')) before.remove_suffix(1);
  const std::size_t letters = before.find_last_not_of("abcdefghijklmnopqrstuvwxyz") + 1;
  return letters > 0 && letters < before.size() && before[letters - 1] == '-';
}

bool is_set(std::string_view before, std::string_view after) {
  const bool is_read = before.ends_with('$') || before.ends_with("${");
  if (assigns(after) && !before.ends_with('^')) return true;
  if (is_read) return false;
  return counts(before) || is_attached(before) || (before.ends_with('{') && after.starts_with('}'));
}

bool may_set(std::string_view script, std::string_view name) {
  for (std::size_t at = script.find(name); at != std::string_view::npos; at = script.find(name, at + 1)) {
    const std::string_view before = script.substr(0, at);
    const std::string_view after = script.substr(at + name.size());
    const bool goes_on = !after.empty() && is_name_char(after[0]);
    const bool may_begin = before.empty() || !is_name_char(before.back()) || is_attached(before);
    if (!goes_on && may_begin && is_set(before, after)) return true;
  }
  return false;
}

}  // namespace

bool is_reserved(std::string_view name) { return std::ranges::find(kReserved, name) != kReserved.end(); }

bool names_standard(std::string_view text) {
  return text.starts_with("POSIXLY_CORRECT") || text.starts_with("_POSIX2_VERSION");
}

bool may_set_reserved(std::string_view script) {
  return script.find("BASH_FUNC_") != std::string_view::npos ||
         std::ranges::any_of(kReserved, [script](std::string_view name) { return may_set(script, name); });
}

bool names_variable(std::string_view script, std::string_view name) {
  for (auto at = script.find(name); at != script.npos; at = script.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if (end < script.size() && is_name_char(script[end])) continue;
    if (at > 0 && is_name_char(script[at - 1])) continue;
    const bool is_read =
        at > 0 && (script[at - 1] == '$' || (script[at - 1] == '{' && at > 1 && script[at - 2] == '$'));
    if (!is_read) return true;
  }
  return false;
}

}  // namespace assay::equivalence
