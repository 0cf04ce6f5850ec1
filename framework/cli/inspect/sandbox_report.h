// SPDX-License-Identifier: Apache-2.0
// The outcome of a command in a world as text or JSON.
#pragma once

#include <string>

#include "assay/internal/sandbox.h"

namespace assay::cli {

// Its ending, both streams, and its changes as a tree of folders. Ends in a newline; safe on a terminal.
std::string outcome_report(const sandbox::SandboxResult& outcome);

// The same as one JSON object, no newline.
std::string outcome_json(const sandbox::SandboxResult& outcome);

}  // namespace assay::cli
