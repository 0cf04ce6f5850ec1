// SPDX-License-Identifier: Apache-2.0
// Whether what a command does in a world depends on nothing but the world and the userland.
#pragma once

#include "assay/internal/sandbox.h"

namespace assay::behaviour {

// Only if each program that it runs is known, and known for reading no clock, no times of files, and nothing
// of the machine, its processes or chance (Utility::repeatable); no word names /proc, a device or the root;
// and the shell's variables of that kind are not read. Whatever its text leaves open counts against it.
bool is_repeatable(const sandbox::World& world, const sandbox::Command& command);

}  // namespace assay::behaviour
