// SPDX-License-Identifier: Apache-2.0
// Uids and gids for a new user namespace besides the user's own, so that files of a world may belong to
// others. Outside they are an unassigned range, and no process ever has one of them.
#pragma once

#include <sys/types.h>

#include "assay/internal/descriptor.h"

namespace assay::sandbox {

using process::Descriptor;

inline constexpr unsigned kInnerIds = 65536;  // 0 to 65535

// A child that keeps the rights with which this process was started: root's, or those that newuidmap and
// newgidmap grant by /etc/subuid and /etc/subgid.
class Mapper {
 public:
  // REQUIRES: this process has not given up its rights yet.
  Mapper();
  // Call in a user namespace without maps. Returns whether it now has maps of all inner ids, in which `user`
  // and `group` are 1000. If not, one of the two maps may have been written. The child has exited afterwards.
  bool map(unsigned user, unsigned group);

 private:
  pid_t child_ = -1;
  Descriptor line_;
};

// The same maps for a child in a user namespace below this one.
bool map_child(pid_t child);

}  // namespace assay::sandbox
