// SPDX-License-Identifier: Apache-2.0
// What a command did in a world, as text: for a terminal, for a program.
#pragma once

#include <string>
#include <string_view>

#include "assay/internal/sandbox.h"

namespace assay::cli {

// How it ended, both streams, and what it changed as a tree of folders. Ends in a newline; safe on a
// terminal.
std::string outcome_report(const sandbox::Outcome& outcome);

// The same as one JSON object, no newline.
std::string outcome_json(const sandbox::Outcome& outcome);

}  // namespace assay::cli
