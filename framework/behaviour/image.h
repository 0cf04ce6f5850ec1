// SPDX-License-Identifier: Apache-2.0
// A world as a script left it, as a world of its own.
#pragma once

#include <cstdint>
#include <string>

#include "assay/internal/sandbox.h"

namespace assay::behaviour {

struct Image {
  sandbox::World world;
  std::string fault;  // what of it no world can have; empty: it is whole
};

// REQUIRES: `world` has a start, to which times are relative, and the run had room for contents.
Image image_of(const sandbox::World& world, const sandbox::Outcome& outcome);

}  // namespace assay::behaviour
