// SPDX-License-Identifier: Apache-2.0
// How the reaper starts a tool.
#pragma once

#include "reaper/program_request.h"
#include "reaper/protocol.h"

namespace assay::process {

// The pid of the tool's process. If it could not become the tool, the report says so; its process, if there
// is one, has exited and is not yet reaped.
long start_tool(const ToolStart& start, ReaperReport& report);

}  // namespace assay::process
