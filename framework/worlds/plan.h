// SPDX-License-Identifier: Apache-2.0
// The few ways in which worlds for a pair are made, each of which tells something else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "assay/internal/worlds.h"

namespace assay::worlds {

enum class Plan { plain, other, turned, odd, bare, missing, single };
inline constexpr std::size_t kPlanCount = 7;

// What is so throughout one world.
struct Setting {
  Plan plan = Plan::plain;
  std::size_t turn = 0;  // which of the variations stand where only one can
  std::string folder;    // where commands run
  Manner manner = Manner::searching;
  std::uint64_t seed = 1;
};

}  // namespace assay::worlds
