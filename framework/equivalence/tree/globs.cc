// SPDX-License-Identifier: Apache-2.0
#include "tree/globs.h"

#include <algorithm>
#include <optional>
#include <string>

namespace assay::equivalence {
namespace {

// The characters within brackets, with ranges expanded; none if there are others than letters, digits and _.
std::optional<std::string> characters_of(std::string_view inner) {
  const auto kind_of = [](char c) {
    return c >= 'a' && c <= 'z' ? 1 : c >= 'A' && c <= 'Z' ? 2 : c >= '0' && c <= '9' ? 3 : c == '_' ? 4 : 0;
  };
  std::string all;
  for (std::size_t at = 0; at < inner.size(); ++at) {
    if (kind_of(inner[at]) == 0) return std::nullopt;
    if (at + 2 >= inner.size() || inner[at + 1] != '-') {
      all += inner[at];
      continue;
    }
    if (kind_of(inner[at]) != kind_of(inner[at + 2]) || inner[at] > inner[at + 2]) return std::nullopt;
    for (char c = inner[at]; c <= inner[at + 2]; ++c) all += c;
    at += 2;
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace

std::string_view glob_text(Context& context, std::string_view pattern) {
  if (pattern.size() < 3 || pattern[0] != '[') return pattern;
  std::string_view inner = pattern.substr(1, pattern.size() - 2);
  const bool is_negated = inner[0] == '!' || inner[0] == '^';
  if (is_negated) inner.remove_prefix(1);
  const auto characters = characters_of(inner);
  if (!characters || characters->empty() || !context.allows(rule::matching_glob)) return pattern;
  const std::string set = (is_negated ? "[!" : "[") + *characters + "]";
  if (set == pattern) return pattern;
  context.note(rule::matching_glob, pattern);
  return context.arena.keep(set);
}

constexpr Rule rule::matching_glob = {
    .id = "matching-glob",
    .rung = Rung::rewrite,
    .meaning = "characters in brackets may be in any order, and may be ranges",
    .same = {"ls [ba].c", "ls [ab].c"},
    .apart = {"ls [!a].c", "ls [a].c"},
    .assumption = "something matches the pattern"};

}  // namespace assay::equivalence
