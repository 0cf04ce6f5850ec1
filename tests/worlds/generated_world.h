// SPDX-License-Identifier: Apache-2.0
// Worlds made for a command, and what is in them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "assay/internal/worlds.h"

namespace assay::worlds {

inline const NamedWorld& named(const std::vector<NamedWorld>& worlds, const std::string& name) {
  const auto found = std::ranges::find(worlds, "generated/" + name, &NamedWorld::name);
  EXPECT_NE(found, worlds.end());
  return *found;
}

inline sandbox::World world_for(const std::string& command, const std::string& name = "plain") {
  return named(worlds_for_pair(command, command), name).world;
}

// Null if there is none.
inline const sandbox::Entry* entry_at(const sandbox::World& world, const std::string& path) {
  const auto found = std::ranges::find(world.entries, path, &sandbox::Entry::path);
  return found == world.entries.end() ? nullptr : &*found;
}

inline std::string text_at(const sandbox::World& world, const std::string& path) {
  const sandbox::Entry* entry = entry_at(world, path);
  return entry == nullptr ? "nothing there" : entry->content;
}

}  // namespace assay::worlds
