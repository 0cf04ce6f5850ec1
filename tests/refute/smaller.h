// SPDX-License-Identifier: Apache-2.0
// A refutation made small enough for a line of a test.
#pragma once

#include "trial.h"

namespace assay::refute {

struct SmallRefutation {
  Claim claim;
  worlds::NamedWorld world;
  std::string difference;
};

// Words go from both commands, then files from the world, as long as the engine calls them the same and the
// world refutes it. What it takes is bounded.
SmallRefutation smaller(Trial& trial, Claim claim, Refutation refutation);

}  // namespace assay::refute
