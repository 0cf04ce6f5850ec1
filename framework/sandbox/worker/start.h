// SPDX-License-Identifier: Apache-2.0
// Turns a request into the command's process: in its world, confined, and under its limits.
#pragma once

#include <sys/types.h>

#include <array>
#include <string>
#include <vector>

#include "worker/request.h"
#include "worker/world.h"

namespace assay::sandbox {

// The defaults, overridden by the world's variables.
std::vector<std::string> environment_of(const WorldMount& world);
// A separate file for each run, with no name by which it can be found; invalid if the system refuses.
Descriptor input_of(const WorldMount& world);

// The pid of the new process, valid while it runs or is not reaped; negative if there is none. `error`: why
// the command could not be executed; the process has then exited. `streams` become its standard streams.
pid_t start_command(const Request& request, const WorldMount& world, const std::array<int, 3>& streams,
                    int& error);

}  // namespace assay::sandbox
