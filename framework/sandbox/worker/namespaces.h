// Namespaces of this process's own.
#pragma once

#include <sys/types.h>

#include "protocol.h"

namespace assay::sandbox {

// errno is kept. Where a step is none, it was done.
Step give_up_root();
// This user is number 1000 in a new user namespace, with all capabilities there.
Step enter_user_namespace();
// This process's mounts, network, System V objects, host name and control groups are its own.
Step enter_other_namespaces();
// A child that is process 1 of a new namespace of processes, besides a user namespace and all of the above. 0
// in the child, negative where the system refuses.
pid_t fork_into_namespaces();
Step map_user(unsigned outer_user, unsigned outer_group);

}  // namespace assay::sandbox
