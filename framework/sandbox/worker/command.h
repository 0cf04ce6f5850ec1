// SPDX-License-Identifier: Apache-2.0
// Runs one command in a world.
#pragma once

#include <string>
#include <string_view>

#include "assay/internal/sandbox.h"
#include "worker/world.h"

namespace assay::sandbox {

// The environment in which a worker runs commands. REQUIRES: it is process 1 of its namespace and locked.
struct Bench {
  WorldMount& world;
  int line;          // hung up if the harness no longer wants an answer
  int last_process;  // resets the next pid, so that pids are the same in each run
};

struct Ran {
  std::string answer;  // empty if the harness is gone
  After after = After::forget;
};

// Afterwards no process of the command runs any more, and what it wrote is still there.
Ran run_command(const Bench& bench, std::string_view request);

}  // namespace assay::sandbox
