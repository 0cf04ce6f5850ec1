// SPDX-License-Identifier: Apache-2.0
// One run of a tool, from its start until nothing of it is left.
#pragma once

#include "reaper/program_request.h"

namespace assay::process {

// False where there cannot be another.
bool serve(const Request& request, const ToolStart& start);

}  // namespace assay::process
