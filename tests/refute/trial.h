// SPDX-License-Identifier: Apache-2.0
// Runs pairs that the engine considers equivalent in worlds that may show otherwise.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "assay/equivalence.h"
#include "assay/internal/sandbox.h"
#include "assay/internal/worlds.h"
#include "samples.h"

namespace assay::refute {

using Random = SplitMix64;

// Two commands and the engine's verdict on them.
struct Claim {
  std::string a, b;
  Comparison verdict;
};

struct Refutation {
  worlds::NamedWorld world;
  std::string difference;
};

struct Finding {
  std::size_t worlds = 0;   // in which both ran
  std::size_t telling = 0;  // of these, the ones in which they printed or changed something
  std::string not_run;      // why it could not be run anywhere: what no sandbox has
  std::string unclear;      // a difference that may only come from text of stderr that a script kept
  std::optional<Refutation> refuted;
};

// How commands are started, and which programs they find.
struct Surroundings {
  std::string name;  // "LC_ALL=C", "mawk"; empty: as the world says
  std::string userland;
  std::vector<std::pair<std::string, std::string>> variables;
  worlds::NamedWorld around(worlds::NamedWorld world) const;
};
// Those that this machine has, the world's own first.
std::vector<Surroundings> awk_context_of(sandbox::Sandbox& sandbox);

// The fixed worlds in these surroundings; each has the names that grammar/words.txt uses.
struct FixedWorlds {
  FixedWorlds(const std::filesystem::path& folder, Surroundings surroundings);
  Surroundings surroundings;
  std::vector<worlds::NamedWorld> ordinary;  // every name is what it says, so the engine's assumptions hold
  std::vector<worlds::NamedWorld> odd;       // links, folders in place of files, nothing at all
};

// One thread's worlds. Owns its cells; the sandbox and the worlds must outlive it.
class Trial {
 public:
  Trial(sandbox::Sandbox& sandbox, const std::vector<FixedWorlds>& worlds);
  ~Trial();

  // Tries claims that all have the same first command. `turn` chooses the worlds and their surroundings.
  std::vector<Finding> of(const std::vector<Claim>& claims, Random turn);
  // Reproduces the difference in that world alone; empty if it does not appear, or only by chance.
  std::optional<std::string> again(const Claim& claim, const sandbox::World& world);

 private:
  struct Place;
  struct Places;
  class Group;

  sandbox::Cell& cell_of(Place& place);

  sandbox::Sandbox& sandbox_;
  std::vector<Places> places_;  // by surroundings
};

}  // namespace assay::refute
