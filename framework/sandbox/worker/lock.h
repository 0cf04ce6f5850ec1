// SPDX-License-Identifier: Apache-2.0
// Permanent restrictions for a worker and its commands.
#pragma once

#include <string_view>

#include "protocol.h"

namespace assay::sandbox {

// For this process and everything it starts: no privileges or capabilities through exec, no inspection of
// this process, and the system call filter. Keeps the capabilities that it has.
Step lock(std::string_view filter);

// Landlock's version on this system; 0: none.
int landlock_version();
// A Landlock ruleset for commands: no devices, no network, and no signals or sockets to processes outside.
// Invalid if the system has no Landlock, which is only the second line of defence.
int make_ruleset(int root);

}  // namespace assay::sandbox
