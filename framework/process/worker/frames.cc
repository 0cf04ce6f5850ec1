// SPDX-License-Identifier: Apache-2.0
// Also compiled into the stream workers' programs, which link nothing else of this room.
#include <sys/socket.h>

#include <cerrno>

#include "assay/internal/worker.h"

namespace assay::process {
namespace {

bool read_bytes(int stream, char* to, std::size_t length) {
  while (length > 0) {
    const auto got = ::recv(stream, to, length, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    length -= static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace

bool write_frame(int stream, std::string_view content) {
  Writer frame;
  frame.text(content);
  std::string_view rest = frame.bytes();
  while (!rest.empty()) {
    const auto written = ::send(stream, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::optional<std::string> read_frame(int stream) {
  std::uint64_t length = 0;
  if (!read_bytes(stream, reinterpret_cast<char*>(&length), sizeof length) || length > kLongestFrame)
    return std::nullopt;
  std::string bytes(length, '\0');
  return read_bytes(stream, bytes.data(), bytes.size()) ? std::optional(std::move(bytes)) : std::nullopt;
}

}  // namespace assay::process
