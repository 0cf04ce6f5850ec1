// Workers (worker.h) that are told what to do over a stream: frames, each its length and that many bytes of
// wire.h. Unlike messages they may be long, and whoever writes waits until the other side has read.
#pragma once

#include <sys/socket.h>

#include <cerrno>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "assay/internal/wire.h"
#include "assay/internal/worker.h"

namespace assay::process {

// The worker finds its end of the stream as kFirstShared. Where none could be started, worker.pid is -1 and
// `error` an errno.
struct StreamWorker {
  Worker worker;
  Descriptor stream;  // closed on exec
  int error = 0;
};
// `program`: the bytes of assay_embed_program. Does not wait, nor throw.
StreamWorker start_stream_worker(std::string_view program, const char* name);

inline constexpr std::uint64_t kLongestFrame = std::uint64_t{256} << 20;

// False where the other side is gone.
inline bool write_bytes(int stream, std::string_view rest) {
  while (!rest.empty()) {
    const auto written = ::send(stream, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

inline bool write_frame(int stream, std::string_view content) {
  Writer frame;
  frame.text(content);
  return write_bytes(stream, frame.bytes());
}
inline bool write_frame(int stream, const Writer& content) { return write_frame(stream, content.bytes()); }

inline bool read_bytes(int stream, char* to, std::size_t length) {
  while (length > 0) {
    const auto got = ::recv(stream, to, length, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    length -= static_cast<std::size_t>(got);
  }
  return true;
}

// Waits. Empty where the other side is gone.
inline std::optional<std::string> read_frame(int stream) {
  std::uint64_t length = 0;
  if (!read_bytes(stream, reinterpret_cast<char*>(&length), sizeof length) || length > kLongestFrame)
    return std::nullopt;
  std::string bytes(length, '\0');
  return read_bytes(stream, bytes.data(), bytes.size()) ? std::optional(std::move(bytes)) : std::nullopt;
}

}  // namespace assay::process
