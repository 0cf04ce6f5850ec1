// The reaper's side of the requests.
#pragma once

#include "reaper_protocol.h"

namespace assay::execution {

// What the tool's process needs, and what went wrong where it could not become the tool.
struct Start {
  ReaperReport* report;
  char** paths;
  char** argv;
  char** environment;
  const char* folder;  // null: the harness's
  int descriptors[kMostDescriptors];
};

// The next request, and what of it a tool is started with; both stay valid until they are forgotten. Null
// where the harness has no more.
const Request* receive(Start& start);

// Closes its descriptors: the tool's streams would else stay open as long as this lives.
void forget(const Request& request, const Start& start);

}  // namespace assay::execution
