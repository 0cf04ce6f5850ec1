// SPDX-License-Identifier: Apache-2.0
// Pairs that the engine calls the same, run in worlds that may show otherwise.
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

using worlds::Random;

// Two commands and what the engine says of them.
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
  std::size_t telling = 0;  // of them, those in which they printed or changed something
  std::string not_run;      // why it could be run nowhere: what no sandbox has
  std::string unclear;      // a difference that is none by the engine's definition: what stderr says was kept
  std::optional<Refutation> refuted;
};

// Worlds of the generator's names: each has the names that grammar/words.txt uses.
struct FixedWorlds {
  explicit FixedWorlds(const std::filesystem::path& folder);
  std::vector<worlds::NamedWorld> ordinary;  // every name is what it says: assumptions of the engine hold
  std::vector<worlds::NamedWorld> odd;       // links, folders in place of files, nothing at all
};

// One thread's worlds. Owns its cells; the sandbox must outlive it.
class Trial {
 public:
  Trial(sandbox::Sandbox& sandbox, const FixedWorlds& worlds);
  ~Trial();

  // What becomes of claims about one command: each has it as its first. `turn` chooses among the worlds.
  std::vector<Finding> of(const std::vector<Claim>& claims, Random turn);
  // The difference again in that world alone; none where it is not there, or is one of chance.
  std::optional<std::string> again(const Claim& claim, const sandbox::World& world);

 private:
  struct Place;
  class Group;

  sandbox::Cell& cell_of(Place& place);

  sandbox::Sandbox& sandbox_;
  std::vector<Place> ordinary_, odd_;
};

}  // namespace assay::refute
