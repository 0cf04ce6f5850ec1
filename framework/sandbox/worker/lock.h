// SPDX-License-Identifier: Apache-2.0
// What a worker and its commands may never do again.
#pragma once

#include <string_view>

#include "protocol.h"

namespace assay::sandbox {

// For this process and all that it starts: no privileges by exec, no capability that exec could give, no look
// into this process, and the filter of system calls. Capabilities that it has stay.
Step lock(std::string_view filter);

// Landlock's version on this system; 0: none.
int landlock_version();
// A Landlock ruleset for commands: no devices, no network, no signals and no sockets to what is outside.
// Invalid where the system has no Landlock, which is the second wall only.
int make_ruleset(int root);

}  // namespace assay::sandbox
