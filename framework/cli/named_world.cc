// SPDX-License-Identifier: Apache-2.0
#include "named_world.h"

#include <filesystem>

namespace assay::cli {

worlds::NamedWorld named_world(const std::string& words) {
  if (words.empty()) return {.name = "an empty world"};
  if (words.starts_with('{')) {
    worlds::NamedWorld world = worlds::parse_world(words, "--world");
    world.name = "the given world";
    return world;
  }
  return worlds::find_world(words, std::filesystem::current_path());
}

}  // namespace assay::cli
