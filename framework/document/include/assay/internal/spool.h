// SPDX-License-Identifier: Apache-2.0
// Bytes that are set aside while a process lives: the first ones in memory, all others in a file without a
// name in the folder for temporary files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace assay {

class Spool {
 public:
  explicit Spool(std::size_t in_memory = std::size_t{16} << 20);
  ~Spool();
  Spool(Spool&&) noexcept;
  Spool& operator=(Spool&&) noexcept;

  // Where they are. Throws Error naming the folder and the system's reason where they cannot be written.
  std::uint64_t add(std::string_view bytes);
  // Those that were added there. From several threads at once while nobody adds. Throws Error likewise.
  std::string at(std::uint64_t offset, std::size_t length) const;

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
