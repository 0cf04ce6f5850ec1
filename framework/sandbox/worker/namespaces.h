// SPDX-License-Identifier: Apache-2.0
// This process's own namespaces.
#pragma once

#include <sys/types.h>

#include <vector>

#include "assay/internal/descriptor.h"
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
// Forks a child that is process 1 of a new pid namespace, with new ones of all the above kinds but for the
// network, which is this process's. 0 in the child, negative if the system refuses.
pid_t fork_into_namespaces();

// Networks without any connection, for one worker after another: to make or unmake one, a process waits for
// all processors of the machine. Their interfaces are down, and workers have no rights over them, so nothing
// can be left in one when its processes are gone.
class Networks {
 public:
  // Makes a network that no worker has this process's own, so that the next child is in it. An empty
  // descriptor if the system refuses.
  Descriptor enter();
  // All processes in it have ended.
  void give_back(Descriptor network) { free_.push_back(std::move(network)); }

 private:
  std::vector<Descriptor> free_;
};
// Maps only 1000, where there is no map yet.
Step map_user(unsigned outer_user, unsigned outer_group);

}  // namespace assay::sandbox
