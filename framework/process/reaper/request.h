// SPDX-License-Identifier: Apache-2.0
// The executor's side of requests to reapers (protocol.h).
#pragma once

#include <string>

#include "assay/process.h"
#include "reaper/protocol.h"

namespace assay::process {

// The parameters for starting a tool. All arrays end with a null pointer; all pointers are borrowed for the
// call.
struct Launch {
  const char* const* paths;  // tried in this order, as execvp does
  const char* const* argv;
  const char* const* environment;
  const char* cwd = nullptr;  // null: ours
  int input = -1;             // these become 0, 1 and 2
  int output = -1;
  int errors = -1;
};

// Serialises `launch` for the reaper: with offsets in place of pointers.
std::string request_of(const Launch& launch, Reach reach);

struct Sent {
  ProcessStep failed = ProcessStep::none;
  int error = 0;  // EPIPE or ECONNRESET if there is no receiver
};
// Sends it with the streams of `launch` and our current folder. Does not block.
Sent send_request(int line, const std::string& request, const Launch& launch);

}  // namespace assay::process
