// SPDX-License-Identifier: Apache-2.0
// An owning file descriptor, and the pipes that connect processes.
#pragma once

#include <chrono>
#include <string_view>
#include <utility>

namespace assay::process {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { reset(); }
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) {
      reset();
      fd_ = other.release();
    }
    return *this;
  }

  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  int release() { return std::exchange(fd_, -1); }
  void reset();

 private:
  int fd_ = -1;
};

// Workers receive descriptors up to kImageDescriptor, so a descriptor passed to one must be above those, even
// if this program was itself started with some of them closed. Closed on exec. Invalid if the limit of open
// files is reached (errno says so); takes ownership of `fd` in any case.
Descriptor above_standard(int fd);

// The two ends of a new pipe, both closed on exec, both above the standard ones. `ours` is non-blocking.
// Invalid if the system refuses (errno).
struct Pipe {
  Descriptor ours;
  Descriptor theirs;
  explicit operator bool() const { return ours && theirs; }
};
enum class Direction { from_child, to_child };
Pipe make_pipe(Direction direction);

// Memory shared through its descriptor, as above; `flags` are those of memfd_create.
Descriptor memory_file(const char* name, unsigned flags = 0);

// False if the system refuses (errno).
bool write_all(int fd, std::string_view bytes);

// Whether, within that time, `fd` becomes readable or its other end is closed.
bool becomes_readable(int fd, std::chrono::milliseconds limit);

// /dev/null for reading, as above.
Descriptor open_null();

}  // namespace assay::process
