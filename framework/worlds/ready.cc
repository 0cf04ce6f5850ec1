// SPDX-License-Identifier: Apache-2.0
// Worlds that come with assay, and looking up the world that a dataset names.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "assay/error.h"
#include "assay/internal/text.h"
#include "assay/internal/worlds.h"

namespace assay {
#define READY_WORLD(name) extern const std::string_view kReadyWorld_##name;
#include "ready_table.inc"
#undef READY_WORLD
}  // namespace assay

namespace assay::worlds {
namespace {

const std::vector<std::pair<std::string_view, std::string_view>>& table() {
  static const std::vector<std::pair<std::string_view, std::string_view>> worlds = {
#define READY_WORLD(name) {"ready/" #name, kReadyWorld_##name},
#include "ready_table.inc"
#undef READY_WORLD
  };
  return worlds;
}

}  // namespace

std::vector<std::string_view> ready_worlds() {
  std::vector<std::string_view> names;
  for (const auto& [name, text] : table()) names.push_back(name);
  std::ranges::sort(names);
  return names;
}

bool names_a_world(std::string_view name) {
  return name.find('/') != std::string_view::npos || name.ends_with(".json");
}

std::filesystem::path place_of_world(std::string_view name, const std::filesystem::path& dataset_folder) {
  const auto is_it = [&](const auto& ready) { return ready.first == name; };
  return std::ranges::any_of(table(), is_it) ? std::filesystem::path() : dataset_folder / name;
}

NamedWorld find_world(std::string_view name, const std::filesystem::path& dataset_folder) {
  for (const auto& [ready, text] : table()) {
    if (ready != name) continue;
    NamedWorld read = parse_world(text, std::string(name));
    read.origin = NamedWorld::Origin::ready;
    return read;
  }
  const std::filesystem::path path = place_of_world(name, dataset_folder);
  std::error_code unknown;
  if (std::filesystem::exists(path, unknown)) return read_world(path);
  const std::vector<std::string_view> ready = ready_worlds();
  const std::string near = nearest(name, {ready.begin(), ready.end()});
  throw Error({path.string(), 0}, fmt::format("there is no world \"{}\"", one_line(name)),
              near.empty()
                  ? fmt::format("name a file or a folder, or a ready world: {}", fmt::join(ready, ", "))
                  : fmt::format("did you mean {}?", near));
}

NamedWorld named_world(const std::string& words) {
  if (words.empty()) return {.name = "an empty world"};
  if (!words.starts_with('{')) return find_world(words, std::filesystem::current_path());
  NamedWorld world = parse_world(words, "--world");
  world.name = "the given world";
  return world;
}

}  // namespace assay::worlds
