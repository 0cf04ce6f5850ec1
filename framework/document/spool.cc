// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <optional>

#include "system_error.h"

namespace assay {
namespace {

// The file disappears however the process ends. Some file systems do not support unnamed files.
Descriptor file_without_name(const std::filesystem::path& folder) {
  const int nameless = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (nameless >= 0) return Descriptor(nameless);
  std::string name = (folder / "assay-XXXXXX").string();
  Descriptor named(::mkostemp(name.data(), O_CLOEXEC));
  if (!named.valid()) throw cannot_write(folder, errno);
  ::unlink(name.c_str());
  return named;
}

}  // namespace

struct Spool::Inner {
  static constexpr std::size_t kBlock = std::size_t{1} << 16;

  std::size_t in_memory;
  std::string held;     // the first bytes
  std::string waiting;  // the last bytes, not in the file yet
  std::uint64_t written = 0;
  std::filesystem::path folder = {};
  std::optional<Descriptor> file = {};

  void write_waiting() {
    if (!file) {
      std::error_code unknown;
      folder = std::filesystem::temp_directory_path(unknown);
      if (unknown) folder = "/tmp";
      file.emplace(file_without_name(folder));
    }
    for (std::string_view rest = waiting; !rest.empty();) {
      const ssize_t put = ::pwrite(file->get(), rest.data(), rest.size(), static_cast<off_t>(written));
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) throw cannot_write(folder, errno);
      written += static_cast<std::uint64_t>(put);
      rest.remove_prefix(static_cast<std::size_t>(put));
    }
    waiting.clear();
  }

  std::string read(std::uint64_t offset, std::size_t length) const {
    std::string bytes(length, '\0');
    for (std::size_t size = 0; size < length;) {
      const ssize_t got =
          ::pread(file->get(), bytes.data() + size, length - size, static_cast<off_t>(offset + size));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) throw cannot_read(folder, got < 0 ? errno : EIO);
      size += static_cast<std::size_t>(got);
    }
    return bytes;
  }
};

Spool::Spool(std::size_t in_memory) : inner_(std::make_unique<Inner>(Inner{.in_memory = in_memory})) {}
Spool::~Spool() = default;
Spool::Spool(Spool&&) noexcept = default;
Spool& Spool::operator=(Spool&&) noexcept = default;

// Bytes added in one call are never split between memory and the file.
std::uint64_t Spool::add(std::string_view bytes) {
  Inner& in = *inner_;
  const std::uint64_t offset = in.held.size() + in.written + in.waiting.size();
  const bool is_begun = in.written > 0 || !in.waiting.empty();
  if (!is_begun && in.held.size() + bytes.size() <= in.in_memory) {
    in.held += bytes;
    return offset;
  }
  in.waiting += bytes;
  if (in.waiting.size() >= Inner::kBlock) in.write_waiting();
  return offset;
}

std::string Spool::at(std::uint64_t offset, std::size_t length) const {
  const Inner& in = *inner_;
  if (offset < in.held.size()) return in.held.substr(offset, length);
  offset -= in.held.size();
  return offset < in.written ? in.read(offset, length) : in.waiting.substr(offset - in.written, length);
}

}  // namespace assay
