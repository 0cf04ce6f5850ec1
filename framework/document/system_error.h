// SPDX-License-Identifier: Apache-2.0
// Failed system calls as an Error that names the file, the reason and the remedy.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <span>
#include <utility>

#include "assay/error.h"

namespace assay {

// `number` is an errno.
Error cannot_read(const std::filesystem::path& file, int number);
Error cannot_write(const std::filesystem::path& file, int number);
Error too_large(const std::filesystem::path& file, std::size_t limit_bytes);

// Owns a file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
  ~Descriptor() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Descriptor(Descriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;

  bool valid() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }
  // Closes now, so that an error reported only by close() is noticed; returns 0 or the errno.
  int close();

 private:
  int descriptor_;
};

// Opens for reading. Throws Error on failure, also for a folder.
Descriptor opened(const std::filesystem::path& file);
// 0 if unknown: pipes and files under /proc have no size.
std::size_t size_hint(const Descriptor& opened);
// As read(): at least one byte unless at end of file. Throws Error naming the file.
std::size_t read_some(const Descriptor& opened, const std::filesystem::path& file, std::span<char> to);

}  // namespace assay
