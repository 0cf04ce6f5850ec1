// SPDX-License-Identifier: Apache-2.0
#include "run_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "assay/error.h"

namespace assay::run_files {
namespace fs = std::filesystem;

void fail(const fs::path& path, const char* what, int error) {
  throw Error(Problem{.where = {path.string(), 0},
                      .what = fmt::format("cannot {}: {}", what, std::strerror(error)),
                      .next = "make the folder writable, free some space, or choose another OUTPUT_DIR"});
}

void write_all(int fd, std::string_view bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(path, "write", errno);
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

std::string beginning_of(const fs::path& file) {
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return {};
  char text[4096];
  std::size_t length = 0;
  while (length < sizeof text) {
    const ssize_t count = ::read(fd, text + length, sizeof text - length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    length += static_cast<std::size_t>(count);
  }
  ::close(fd);
  return {text, length};
}

std::string first_line_in(const fs::path& file) {
  std::string text = beginning_of(file);
  text.resize(std::min(text.find('\n'), text.size()));
  return text;
}

off_t bytes_written(const fs::path& folder) { return std::atoll(first_line_in(folder / kWritten).c_str()); }

}  // namespace assay::run_files
