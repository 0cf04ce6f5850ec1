// SPDX-License-Identifier: Apache-2.0
// Bytes read block by block, so that no more than one block of a long document is in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>

namespace assay {

// The next bytes, valid until the next call; empty at the end.
using Blocks = std::function<std::string_view()>;

// `text` as one block; it must outlive the returned function.
Blocks one_block(std::string_view text);

// A file's bytes. A block never ends within a UTF-8 character.
class FileBlocks {
 public:
  // Throws Error naming the file and the system's reason, or saying that it is larger than the limit.
  explicit FileBlocks(const std::filesystem::path& file, std::size_t limit_bytes = SIZE_MAX);
  ~FileBlocks();
  FileBlocks(FileBlocks&&) noexcept;

  // As Blocks; throws Error likewise.
  std::string_view next();

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
