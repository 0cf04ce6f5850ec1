// SPDX-License-Identifier: Apache-2.0
// Near misses of a command: one edit each, after which it does something else. Which of them worlds tell
// apart from the command says how much those worlds could have noticed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace assay::behaviour {

enum class NearMissClass : std::uint8_t {
  option_dropped,
  option_added,
  option_exchanged,
  number,
  anchor,
  letter_case,
  escaping,
  quoting,
  order,
  append,
  redirection,
  hidden,
  links,
  depth,
  question,
  negation,
  logic,
  stage,
  comparison,
  glob,
  every_match,
  expansion,
};

// A class with an example; docs/worlds.md has the same table.
struct NearMissKind {
  NearMissClass of;
  std::string_view id;
  std::string_view meaning;
  std::string_view command, near_miss;
};

// All classes, in the order of their enumerators.
std::span<const NearMissKind> near_miss_kinds();
inline std::string_view to_string(NearMissClass of) {
  return near_miss_kinds()[static_cast<std::size_t>(of)].id;
}

}  // namespace assay::behaviour
