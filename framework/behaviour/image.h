// SPDX-License-Identifier: Apache-2.0
// Captures a world as a script left it, as a new world.
#pragma once

#include <cstdint>
#include <string>

#include "assay/internal/sandbox.h"

namespace assay::behaviour {

struct Image {
  sandbox::World world;
  std::string fault;  // a part of it that no world can have; empty: it is complete
};

// REQUIRES: `world` has a start, to which times are relative, and the run had room for contents.
Image image_of(const sandbox::World& world, const sandbox::SandboxResult& outcome);

}  // namespace assay::behaviour
