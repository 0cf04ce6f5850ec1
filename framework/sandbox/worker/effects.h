// SPDX-License-Identifier: Apache-2.0
// A command's changes to its world.
#pragma once

#include "wire.h"
#include "worker/world.h"

namespace assay::sandbox {

// Appends to an answer: whether there are more effects than are listed, their count, and the effects
// (protocol.h). If the world is an overlay, looks only at what was written. `content_bytes`: limit on the
// file contents that are included.
void write_effects(const WorldMount& world, std::uint64_t content_bytes, Writer& answer);

}  // namespace assay::sandbox
