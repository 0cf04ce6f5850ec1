// SPDX-License-Identifier: Apache-2.0
// The harness's request to a worker: one command and its limits.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/sandbox.h"

namespace assay::sandbox {

struct Request {
  std::vector<std::string> argv;
  std::chrono::milliseconds timeout, processor, patience, grace;
  std::uint64_t output_bytes, memory_bytes, file_bytes, processes, content_bytes;
  After after;
};

// Sets `failed` if the bytes are not a request (protocol.h).
Request read_request(std::string_view bytes, bool& failed);

}  // namespace assay::sandbox
