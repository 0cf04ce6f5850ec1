// What the system refused, as an Error that names the file, the reason and the way out.
#pragma once

#include <unistd.h>

#include <filesystem>

#include "assay/error.h"

namespace assay {

// `number` is an errno.
Error cannot_read(const std::filesystem::path& file, int number);
Error cannot_write(const std::filesystem::path& file, int number);

// Owns a file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
  ~Descriptor() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  bool valid() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }
  // Closes now, so that a write that fails only here is seen; 0 or the errno.
  int close();

 private:
  int descriptor_;
};

}  // namespace assay
