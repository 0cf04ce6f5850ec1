// SPDX-License-Identifier: Apache-2.0
// Builds the suite that a command line describes.
#pragma once

#include <span>

#include "assay/internal/plan.h"
#include "command_line.h"

namespace assay::cli {

// Throws Error if the tool is invalid.
Suite suite_of(const RunDatasets& asked);
// Throws Error if no tool is a model on a server and there is a --tool-cache, or a --max-cost without a
// judge; and if a cost limit cannot be enforced for one of the tools.
void check_servers(const RunDatasets& asked, std::span<const Tool> tools);
// The same for the tool of `asked`.
void check_servers(const RunDatasets& asked);

}  // namespace assay::cli
