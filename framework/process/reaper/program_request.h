// SPDX-License-Identifier: Apache-2.0
// The reaper's side of requests.
#pragma once

#include "reaper/protocol.h"

namespace assay::process {

// The parts of a request that a tool is started with.
struct ToolStart {
  const char* const* paths;
  char** argv;
  char** environment;
  const char* folder;  // null: the harness's folder
  int descriptors[kMostDescriptors];
};

// Receives the next request, and the parts of it that a tool is started with; both are valid until forget().
// Null if the harness sends no more.
const Request* receive(ToolStart& start);

// Closes the descriptors of the request: otherwise the tool's streams would stay open as long as this process
// lives.
void forget(const Request& request, const ToolStart& start);

}  // namespace assay::process
