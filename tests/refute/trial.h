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

// The fixed worlds; each has the names that grammar/words.txt uses.
struct FixedWorlds {
  explicit FixedWorlds(const std::filesystem::path& folder);
  std::vector<worlds::NamedWorld> ordinary;  // every name is what it says, so the engine's assumptions hold
  std::vector<worlds::NamedWorld> odd;       // links, folders in place of files, nothing at all
};

// One thread's worlds. Owns its cells; the sandbox must outlive it.
class Trial {
 public:
  Trial(sandbox::Sandbox& sandbox, const FixedWorlds& worlds);
  ~Trial();

  // Tries claims that all have the same first command. `turn` chooses the worlds.
  std::vector<Finding> of(const std::vector<Claim>& claims, Random turn);
  // Reproduces the difference in that world alone; empty if it does not appear, or only by chance.
  std::optional<std::string> again(const Claim& claim, const sandbox::World& world);

 private:
  struct Place;
  class Group;

  sandbox::Cell& cell_of(Place& place);

  sandbox::Sandbox& sandbox_;
  std::vector<Place> ordinary_, odd_;
};

}  // namespace assay::refute
