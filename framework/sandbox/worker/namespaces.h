// SPDX-License-Identifier: Apache-2.0
// Namespaces of this process's own.
#pragma once

#include <sys/types.h>

#include "protocol.h"
#include "worker/mapper.h"

namespace assay::sandbox {

// errno is kept. Where a step is none, it was done.
Step give_up_root();
// This user is number 1000 in a new user namespace, with all capabilities there; `has_owners`: there are all
// other numbers, too, for files to belong to.
Step enter_user_namespace(Mapper& mapper, bool& has_owners);
// This process's mounts, network, System V objects, host name and control groups are its own.
Step enter_other_namespaces();
// A child that is process 1 of a new namespace of processes, besides a user namespace and all of the above. 0
// in the child, negative where the system refuses.
pid_t fork_into_namespaces();
// Number 1000 alone, as far as there is no map yet.
Step map_user(unsigned outer_user, unsigned outer_group);

}  // namespace assay::sandbox
