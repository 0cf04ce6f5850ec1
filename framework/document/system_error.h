// SPDX-License-Identifier: Apache-2.0
// What the system refused, as an Error that names the file, the reason and the way out.
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
  // Closes now, so that a write that fails only here is seen; 0 or the errno.
  int close();

 private:
  int descriptor_;
};

// Opens to read. Throws Error where that cannot be, also for a folder.
Descriptor opened(const std::filesystem::path& file);
// 0 where nobody knows: pipes and files under /proc have none.
std::size_t size_hint(const Descriptor& opened);
// What read() gives, at least a byte where the file has not ended. Throws Error naming the file.
std::size_t read_some(const Descriptor& opened, const std::filesystem::path& file, std::span<char> to);

}  // namespace assay
