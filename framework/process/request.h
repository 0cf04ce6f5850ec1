// The executor's side of the requests to reapers (reaper_protocol.h).
#pragma once

#include <string>

#include "launch.h"

namespace assay::process {

// What `launch` says, as the reaper reads it: offsets in place of pointers.
std::string request_of(const Launch& launch);

// Whether it has to go by a memory file, which the reaper then has in its own memory for a while.
bool is_large(const std::string& request);

struct Sent {
  ProcessStep failed = ProcessStep::none;
  int error = 0;  // EPIPE or ECONNRESET where nobody is there to receive it
};
// With the streams of `launch` and our folder as it is now. Does not wait.
Sent send_request(int socket, const std::string& request, const Launch& launch);

}  // namespace assay::process
