// SPDX-License-Identifier: Apache-2.0
// The reaper's side of the requests.
#pragma once

#include "reaper/protocol.h"

namespace assay::process {

// What of a request a tool is started with.
struct ToolStart {
  const char* const* paths;
  char** argv;
  char** environment;
  const char* folder;  // null: the harness's
  int descriptors[kMostDescriptors];
};

// The next request, and what of it a tool is started with; both stay valid until they are forgotten. Null
// where the harness has no more.
const Request* receive(ToolStart& start);

// Closes its descriptors: the tool's streams would else stay open as long as this lives.
void forget(const Request& request, const ToolStart& start);

}  // namespace assay::process
