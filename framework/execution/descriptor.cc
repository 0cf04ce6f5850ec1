#include "descriptor.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

namespace assay::execution {
namespace {

constexpr int kFirstFree = 6;

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

Descriptor open_null() { return above_standard(::open("/dev/null", O_RDONLY | O_CLOEXEC)); }

}  // namespace assay::execution
