// SPDX-License-Identifier: Apache-2.0
// The world that a command line names, and the outcome of a command in it as text or JSON.
#pragma once

#include <string>
#include <string_view>

#include "assay/internal/sandbox.h"
#include "assay/internal/worlds.h"

namespace assay::cli {

// Its ending, both streams, and its changes as a tree of folders. Ends in a newline; safe on a terminal.
std::string outcome_report(const sandbox::Outcome& outcome);

// The same as one JSON object, no newline.
std::string outcome_json(const sandbox::Outcome& outcome);

// The world that a command line names: JSON if it begins with a brace, a ready world, a file or a folder;
// an empty world for empty text. Throws Error if it is none of these.
worlds::NamedWorld named_world(const std::string& words);

}  // namespace assay::cli
