// SPDX-License-Identifier: Apache-2.0
// How many single edits of real commands are told from the original by generated worlds.
//
//   worlds_bench label FOLDER < PAIRS    keeps pairs that a world file in FOLDER tells apart, and names it
//   worlds_bench measure [-v] < PAIRS    the share that generated worlds tell apart, by kind of edit
//
// A pair is a line of JSON: id, kind, command, mutant (and world, once it is labelled). All runs are in the
// sandbox.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "assay/error.h"
#include "assay/internal/behaviour.h"
#include "assay/internal/worlds.h"
#include "told_apart.h"

namespace assay::worlds {
namespace {

using Json = nlohmann::ordered_json;

struct Count {
  int all = 0, found = 0;
  std::map<std::string, int> by_world;
};

std::vector<NamedWorld> worlds_in(const std::filesystem::path& folder) {
  std::vector<NamedWorld> worlds;
  for (const auto& each : std::filesystem::directory_iterator(folder)) {
    if (each.path().extension() == ".json") worlds.push_back(read_world(each.path()));
    if (!worlds.empty() && worlds.back().name == each.path().string())
      worlds.back().name = each.path().stem().string();
  }
  // Small worlds first.
  std::ranges::sort(worlds, {}, [](const NamedWorld& each) { return each.world.entries.size(); });
  return worlds;
}

int label(sandbox::Sandbox& sandbox, const std::filesystem::path& folder) {
  std::vector<std::pair<std::string, sandbox::Cell>>
      cells;  // one per world, shared by all pairs, only for speed
  for (const NamedWorld& world : worlds_in(folder)) cells.emplace_back(world.name, sandbox.open(world.world));
  for (std::string line; std::getline(std::cin, line);) {
    Json pair = Json::parse(line);
    for (auto& [name, cell] : cells) {
      if (told_apart(cell, pair["command"], pair["mutant"]) != Told::apart) continue;
      pair["world"] = name;
      std::cout << pair.dump() << std::endl;
      break;
    }
  }
  return 0;
}

behaviour::Comparison compared(sandbox::Sandbox& sandbox, const std::string& command,
                               const std::string& mutant, double& seconds) {
  const auto begin = std::chrono::steady_clock::now();
  const std::vector<NamedWorld> worlds = worlds_for_pair(command, mutant);
  seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return behaviour::compare(sandbox, command, mutant, worlds);
}

int measure(sandbox::Sandbox& sandbox, bool is_verbose) {
  std::map<std::string, Count> counts;
  Count total;
  double seconds = 0;
  for (std::string line; std::getline(std::cin, line);) {
    const Json pair = Json::parse(line);
    const behaviour::Comparison comparison = compared(sandbox, pair["command"], pair["mutant"], seconds);
    const bool found = comparison.finding == behaviour::Finding::differs && comparison.shown;
    for (Count* count : {&counts[pair["kind"]], &total}) {
      ++count->all;
      count->found += found ? 1 : 0;
      if (found) ++count->by_world[comparison.shown->world.name];
    }
    if (!found && is_verbose)
      std::printf("missed %s (%s): %s\n  %s\n  %s\n", pair["id"].get<std::string>().c_str(),
                  pair.value("world", "").c_str(), comparison.why.c_str(),
                  pair["command"].get<std::string>().c_str(), pair["mutant"].get<std::string>().c_str());
  }
  std::printf("| edit | pairs | told apart | |\n|---|---|---|---|\n");
  counts["all"] = total;
  for (const auto& [kind, count] : counts)
    std::printf("| %s | %d | %d | %.0f %% |\n", kind.c_str(), count.all, count.found,
                100.0 * count.found / count.all);
  for (const auto& [world, found] : total.by_world)
    std::printf("first told apart by %s: %d\n", world.c_str(), found);
  std::printf("%.2f ms to make the worlds of a pair\n", 1000 * seconds / std::max(total.all, 1));
  return 0;
}

int perform(const std::vector<std::string>& arguments) {
  sandbox::Sandbox sandbox;
  if (sandbox.tier() == sandbox::Tier::unavailable) {
    std::cerr << sandbox.reason() << '\n';
    return 2;
  }
  if (arguments.size() == 2 && arguments[0] == "label") return label(sandbox, arguments[1]);
  if (!arguments.empty() && arguments[0] == "measure") return measure(sandbox, arguments.size() > 1);
  std::cerr << "worlds_bench label FOLDER | worlds_bench measure [-v], with pairs on standard input\n";
  return 2;
}

}  // namespace
}  // namespace assay::worlds

int main(int count, char** arguments) try {
  return assay::worlds::perform({arguments + 1, arguments + count});
} catch (const assay::Error& error) {
  std::cerr << error.what() << '\n';
  return 2;
}
