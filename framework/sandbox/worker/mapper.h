// SPDX-License-Identifier: Apache-2.0
// Numbers of users and groups for a new user namespace beside the one that commands have, so that files of a
// world may belong to others. Outside they are a range of nobody's, and no process ever has one of them.
#pragma once

#include <sys/types.h>

#include "assay/internal/descriptor.h"

namespace assay::sandbox {

using process::Descriptor;

inline constexpr unsigned kInnerIds = 65536;  // 0 to 65535

// A child that keeps the rights which this process was started with: root's, or those that newuidmap and
// newgidmap grant by /etc/subuid and /etc/subgid.
class Mapper {
 public:
  // REQUIRES: this process has not given up its rights yet.
  Mapper();
  // From a user namespace that has no map yet: whether it has one of all inner numbers now, in which `user`
  // and `group` are 1000. Where not, there may still be one of its two maps. The child is gone then.
  bool map(unsigned user, unsigned group);

 private:
  pid_t child_ = -1;
  Descriptor line_;
};

// The same numbers for a child in a user namespace below this one's.
bool map_child(pid_t child);

}  // namespace assay::sandbox
