#include "run_files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

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

std::string first_line(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

off_t bytes_written(const fs::path& folder) { return std::atoll(first_line(folder / kWritten).c_str()); }

}  // namespace assay::run_files
