// SPDX-License-Identifier: Apache-2.0
#include "worker/request.h"

#include <algorithm>

#include "protocol.h"
#include "wire.h"

namespace assay::sandbox {

using std::chrono::milliseconds;

Request read_request(std::string_view bytes, bool& failed) {
  Reader reader(bytes);
  Request request;
  for (std::uint64_t left = reader.count(); left > 0; --left) request.argv.emplace_back(reader.text());
  request.timeout = milliseconds(reader.number());
  request.processor = milliseconds(reader.number());
  request.patience = milliseconds(reader.number());
  request.grace = milliseconds(reader.number());
  request.output_bytes = std::min<std::uint64_t>(reader.number(), kMostOutput);
  request.memory_bytes = reader.number();
  request.file_bytes = reader.number();
  request.processes = reader.number();
  request.content_bytes = std::min<std::uint64_t>(reader.number(), kMostContent);
  request.after = reader.number() == static_cast<std::uint64_t>(After::keep) ? After::keep : After::forget;
  failed = reader.failed() || request.argv.empty();
  return request;
}

}  // namespace assay::sandbox
