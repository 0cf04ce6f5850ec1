// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/descriptor.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "assay/internal/worker_descriptors.h"

namespace assay::process {
namespace {

constexpr int kFirstFree = kImageDescriptor + 1;

}  // namespace

void Descriptor::reset() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

Descriptor above_standard(int fd) {
  if (fd < 0 || fd >= kFirstFree) return Descriptor(fd);
  const int raised = ::fcntl(fd, F_DUPFD_CLOEXEC, kFirstFree);
  const int error = errno;
  ::close(fd);
  errno = error;
  return Descriptor(raised);
}

Pipe make_pipe(Direction direction) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  const bool reading = direction == Direction::from_child;
  Pipe pipe{Descriptor(ends[reading ? 0 : 1]), above_standard(ends[reading ? 1 : 0])};
  if (!pipe || ::fcntl(pipe.ours.get(), F_SETFL, O_NONBLOCK) != 0) return {};
  return pipe;
}

Descriptor memory_file(const char* name, unsigned flags) {
  return above_standard(::memfd_create(name, MFD_CLOEXEC | flags));
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count == -1 && errno == EINTR) continue;
    if (count == -1) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool becomes_readable(int fd, std::chrono::milliseconds limit) {
  using std::chrono::milliseconds, std::chrono::steady_clock;
  const auto deadline = steady_clock::now() + limit;
  pollfd wanted{fd, POLLIN, 0};
  int ready = 0;
  do {
    const auto left =
        std::max(milliseconds(0), std::chrono::ceil<milliseconds>(deadline - steady_clock::now()));
    ready = ::poll(&wanted, 1, static_cast<int>(left.count()));
  } while (ready < 0 && errno == EINTR);
  return ready > 0;
}

Descriptor open_null() { return above_standard(::open("/dev/null", O_RDONLY | O_CLOEXEC)); }

}  // namespace assay::process
