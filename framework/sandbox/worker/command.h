// SPDX-License-Identifier: Apache-2.0
// Running one command in a world.
#pragma once

#include <string>
#include <string_view>

#include "assay/internal/sandbox.h"
#include "worker/world.h"

namespace assay::sandbox {

// What a worker runs commands with. REQUIRES: it is process 1 of its namespace and locked.
struct Bench {
  WorldMount& world;
  int line;          // hung up where the harness wants no answer any more
  int last_process;  // so that numbers of processes are the same in each run
};

struct Ran {
  std::string answer;  // empty where the harness has gone
  After after = After::forget;
};

// Nothing that the command started runs any more, and what it wrote is still there.
Ran run_command(const Bench& bench, std::string_view request);

}  // namespace assay::sandbox
