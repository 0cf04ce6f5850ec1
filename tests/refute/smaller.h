// SPDX-License-Identifier: Apache-2.0
// Minimises a refutation until it fits in a line of a test.
#pragma once

#include "trial.h"

namespace assay::refute {

struct SmallRefutation {
  Claim claim;
  worlds::NamedWorld world;
  std::string difference;
};

// Removes words from both commands, then files from the world, while the engine still considers the commands
// equivalent and the world still refutes it. The effort is bounded.
SmallRefutation smaller(Trial& trial, Claim claim, Refutation refutation);

}  // namespace assay::refute
