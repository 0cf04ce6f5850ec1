// SPDX-License-Identifier: Apache-2.0
// The ways in which worlds for a pair are made; each reveals other differences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "assay/internal/worlds.h"

namespace assay::worlds {

enum class Plan { plain, other, turned, odd, bare, missing, single };
inline constexpr std::size_t kPlanCount = 7;

// The settings of one world.
struct Setting {
  Plan plan = Plan::plain;
  std::size_t turn = 0;  // chooses the variation where only one can be
  std::string folder;    // where commands run
  Manner manner = Manner::searching;
  std::uint64_t seed = 1;
};

}  // namespace assay::worlds
