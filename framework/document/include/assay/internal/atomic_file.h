// SPDX-License-Identifier: Apache-2.0
// A file that is written piece by piece, and is there whole or not at all.
#pragma once

#include <filesystem>
#include <memory>
#include <ostream>

namespace assay {

class AtomicFile {
 public:
  // Writes beside `file` under a temporary name. Throws Error where that cannot be.
  explicit AtomicFile(const std::filesystem::path& file);
  // Takes away what was not committed.
  ~AtomicFile();
  AtomicFile(AtomicFile&&) noexcept;

  std::ostream& out();
  // Puts it in place: readers see the old bytes or the new ones. Throws Error, naming the file and the
  // system's reason, where something could not be written; nothing is left behind then.
  void commit();

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
