// SPDX-License-Identifier: Apache-2.0
// From a request to a process that is the command: in its world, locked in, under its limits.
#pragma once

#include <sys/types.h>

#include <array>
#include <string>
#include <vector>

#include "worker/request.h"
#include "worker/world.h"

namespace assay::sandbox {

// On top of what the world says.
std::vector<std::string> environment_of(const WorldMount& world);
// A file of its own for each run, which nobody can find by a name; invalid where the system refuses.
Descriptor input_of(const WorldMount& world);

// The new process, as long as it runs or is not reaped; negative where there is none. `error`: why the
// command could not be executed; then the process has ended. `streams` become its standard ones.
pid_t start_command(const Request& request, const WorldMount& world, const std::array<int, 3>& streams,
                    int& error);

}  // namespace assay::sandbox
