// SPDX-License-Identifier: Apache-2.0
// A file that is written piece by piece and appears as a whole or not at all. A link's target is replaced,
// not the link; a device or a pipe (/dev/stdout) is written to as it stands.
#pragma once

#include <filesystem>
#include <memory>
#include <ostream>

namespace assay {

class AtomicFile {
 public:
  // Writes beside `file` under a temporary name. Throws Error if that file cannot be created.
  explicit AtomicFile(const std::filesystem::path& file);
  // Removes the temporary file unless it was committed.
  ~AtomicFile();
  AtomicFile(AtomicFile&&) noexcept;

  std::ostream& out();
  // Renames the file into place: readers see the old bytes or the new ones. If something could not be
  // written, throws Error naming the file and the system's reason, and leaves nothing behind.
  void commit();

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
