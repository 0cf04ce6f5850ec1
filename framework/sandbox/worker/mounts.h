// SPDX-License-Identifier: Apache-2.0
// The folders that the keeper and its workers see, in the order in which they are made.
#pragma once

#include <string>

#include "assay/internal/descriptor.h"
#include "protocol.h"
#include "wire.h"

namespace assay::sandbox {

// The keeper's: /usr (the system, read-only), /dev (the harmless devices), /proc, and /tmp as a mount point.
// `setup` is positioned at the files of the system.
Step make_keepers_root(Reader& setup);

// A worker's, based on the keeper's: /usr, /dev, its own /proc, /lower (the world's initial state), /scratch
// (what is written), /slot (where the world is mounted). `last_process` becomes the file that sets the next
// pid.
Step make_workers_root(process::Descriptor& last_process);

// Mounts a fresh in-memory file system for what commands write.
Step mount_scratch();

// Evaluates `call`, and returns its Step from the enclosing function if it failed.
#define ASSAY_TRY(call) \
  if (const Step step = (call); step != Step::none) return step

}  // namespace assay::sandbox
