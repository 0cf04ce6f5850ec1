// SPDX-License-Identifier: Apache-2.0
// Near misses of a command: one edit each, after which it does something else. Which of them worlds tell
// apart from the command says how much those worlds could have noticed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"

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

struct NearMiss {
  NearMissClass of;
  std::string command;
};

// At most 24 near misses are made of a command: one of each class in turn, and at most a sixth of
// them of one class.
inline constexpr std::size_t kMostNearMisses = 24;
// Those that parse and are not proven to be the same as the command, each form once. Options are added only
// if their table says on which data they show, and if that is data that the question is about. Empty if the
// command does not parse. Deterministic.
std::vector<NearMiss> near_misses_of(std::string_view command, Question question,
                                     std::size_t at_most = kMostNearMisses);

}  // namespace assay::behaviour
