// SPDX-License-Identifier: Apache-2.0
// What a command did to its world.
#pragma once

#include "wire.h"
#include "worker/world.h"

namespace assay::sandbox {

// Appends to an answer: whether there are more than are told, their count, and they (protocol.h). Looks only
// at what was written, where the world is a layer over its beginning. `content_bytes`: of contents of files
// that go with them.
void write_effects(const WorldMount& world, std::uint64_t content_bytes, Writer& answer);

}  // namespace assay::sandbox
