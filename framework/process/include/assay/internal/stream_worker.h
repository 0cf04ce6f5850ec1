// SPDX-License-Identifier: Apache-2.0
// Workers (worker.h) that take their requests from a stream of frames, each a length and that many bytes of
// wire.h. Unlike messages, frames may be long, and the writer blocks until the other side has read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "assay/internal/wire.h"
#include "assay/internal/worker.h"

namespace assay::process {

// The worker finds its end of the stream as kFirstShared. If none could be started, worker.pid is -1 and
// `error` an errno.
struct StreamWorker {
  Worker worker;
  Descriptor stream;  // closed on exec
  int error = 0;
};
// `program`: the bytes of assay_embed_program. Neither blocks nor throws.
StreamWorker start_stream_worker(std::string_view program, const char* name);

inline constexpr std::uint64_t kLongestFrame = std::uint64_t{256} << 20;

// False if the other side is gone.
bool write_frame(int stream, std::string_view content);
inline bool write_frame(int stream, const Writer& content) { return write_frame(stream, content.bytes()); }

// Blocks. Empty if the other side is gone.
std::optional<std::string> read_frame(int stream);

}  // namespace assay::process
