// SPDX-License-Identifier: Apache-2.0
// This process's own namespaces.
#pragma once

#include <sys/types.h>

#include "protocol.h"
#include "worker/mapper.h"

namespace assay::sandbox {

// These return Step::none on success; otherwise errno is that of the failure.
Step give_up_root();
// Makes this user 1000 in a new user namespace, with all capabilities there. `has_owners`: all other ids
// exist there too, as owners of files.
Step enter_user_namespace(Mapper& mapper, bool& has_owners);
// Gives this process its own mounts, network, System V objects, host name and control groups.
Step enter_other_namespaces();
// Forks a child that is process 1 of a new pid namespace, with new ones of all the above kinds. 0 in the
// child, negative if the system refuses.
pid_t fork_into_namespaces();
// Maps only 1000, where there is no map yet.
Step map_user(unsigned outer_user, unsigned outer_group);

}  // namespace assay::sandbox
