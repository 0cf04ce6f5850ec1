// SPDX-License-Identifier: Apache-2.0
// Bytes set aside for the life of a process: the first ones in memory, the rest in an unnamed file in the
// folder for temporary files.
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

  // Returns their offset. Throws Error naming the folder and the system's reason if they cannot be written.
  std::uint64_t add(std::string_view bytes);
  // The bytes at an offset that add() returned. Thread-safe while nothing is added. Throws Error likewise.
  std::string at(std::uint64_t offset, std::size_t length) const;

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
