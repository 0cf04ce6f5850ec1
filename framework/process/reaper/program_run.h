// SPDX-License-Identifier: Apache-2.0
// One run of a tool, from its start until none of its processes is left.
#pragma once

#include "reaper/program_request.h"

namespace assay::process {

// False if no further run is possible.
bool serve(const Request& request, const ToolStart& start);

}  // namespace assay::process
