// SPDX-License-Identifier: Apache-2.0
// The files of each userland that worlds may ask for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "system.h"

namespace assay::sandbox {

struct UserlandFiles {
  std::vector<SystemEntry> files;
  std::string lack;  // why this machine does not have it, as a sentence; empty: it has
};

// Of the userland with that name, or of the unpacked root in that folder, for a list like programs.txt.
UserlandFiles userland_files(std::string_view name, std::string_view list);

}  // namespace assay::sandbox
