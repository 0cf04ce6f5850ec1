// SPDX-License-Identifier: Apache-2.0
#include "modes.h"

#include <algorithm>
#include <optional>

#include "assay/internal/linear_regex.h"

namespace assay::risk {
namespace {

bool has(std::string_view text, char c) { return text.find(c) != text.npos; }

std::optional<unsigned> octal(std::string_view mode) {
  if (mode.starts_with('=') || mode.starts_with('+')) mode.remove_prefix(1);
  if (mode.empty() || mode.size() > 5) return std::nullopt;
  unsigned value = 0;
  for (const char c : mode) {
    if (c < '0' || c > '7') return std::nullopt;
    value = value * 8 + static_cast<unsigned>(c - '0');
  }
  return value;
}

}  // namespace

bool lets_others_write(std::string_view mode) {
  if (const auto value = octal(mode)) return (*value & 02) != 0 && (*value & 01000) == 0;
  bool writes = false;
  while (!mode.empty()) {
    std::string_view clause = mode.substr(0, mode.find(','));
    mode.remove_prefix(std::min(clause.size() + 1, mode.size()));
    const std::string_view who = clause.substr(0, std::min(clause.find_first_of("+-="), clause.size()));
    clause.remove_prefix(who.size());
    if (!has(who, 'o') && !has(who, 'a')) continue;
    while (!clause.empty()) {
      const char operation = clause.front();
      clause.remove_prefix(1);
      const std::string_view what = clause.substr(0, std::min(clause.find_first_of("+-="), clause.size()));
      clause.remove_prefix(what.size());
      const bool gives = (has(what, 'w') && !has(what, 't')) || what == "u" || what == "g";
      if (operation == '-')
        writes = writes && !has(what, 'w');
      else
        writes = gives || (writes && operation == '+');
    }
  }
  return writes;
}

bool sets_id(std::string_view mode) {
  if (const auto value = octal(mode)) return (*value & 06000) != 0;
  static const Regex symbolic("(.*,)?[ugoa]*[+=][rwxXt]*s[rwxXst]*(,.*)?");
  return symbolic.matches(mode);
}

bool locks_everybody_out(std::string_view mode) {
  if (const auto value = octal(mode)) return !mode.starts_with('+') && (*value & 0777) == 0;
  static const Regex nothing("(a|ugo)?=|(a|ugo)?-(rwx|x|r)|(a|ugo)=-");
  return nothing.matches(mode);
}

}  // namespace assay::risk
