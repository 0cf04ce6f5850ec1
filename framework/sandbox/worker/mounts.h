// SPDX-License-Identifier: Apache-2.0
// The folders that the keeper and its workers see, in the order in which they are made.
#pragma once

#include <string>

#include "assay/internal/descriptor.h"
#include "protocol.h"
#include "wire.h"

namespace assay::sandbox {

// The keeper's: /usr (the system, read-only), /dev (the harmless devices), /proc, and /tmp to mount at.
// `setup` is at the files of the system.
Step make_keepers_root(Reader& setup);

// A worker's, out of the keeper's: /usr, /dev, /proc of its own, /lower (the world as it begins), /scratch
// (what is written), /slot (where it is mounted). `last_process` becomes the file by which the number of the
// next process is set.
Step make_workers_root(process::Descriptor& last_process);

// Mounts a fresh file system in memory for what commands write.
Step mount_scratch();

// Does `step` where all went well so far.
#define ASSAY_TRY(call) \
  if (const Step step = (call); step != Step::none) return step

}  // namespace assay::sandbox
