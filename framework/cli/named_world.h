// SPDX-License-Identifier: Apache-2.0
// Finds the world that a command line names.
#pragma once

#include <string>

#include "assay/internal/worlds.h"

namespace assay::cli {

// JSON if it begins with a brace, a ready world, a file or a folder; an empty world for empty text. Throws
// Error if it is none of these.
worlds::NamedWorld named_world(const std::string& words);

}  // namespace assay::cli
