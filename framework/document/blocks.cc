// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/blocks.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "system_error.h"

namespace assay {
namespace {

constexpr std::size_t kBlock = 1 << 16;  // bytes

// How many trailing bytes belong to a character that is not complete yet.
std::size_t begun_character(std::string_view bytes) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, bytes.size()); ++back) {
    const auto byte = static_cast<unsigned char>(bytes[bytes.size() - back]);
    if ((byte & 0xC0) == 0x80) continue;
    const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

// A small file is one block, with spare room to detect its end. Input without a size, such as a pipe, may be
// long.
std::size_t block_size(std::size_t file_size) {
  return file_size == 0 ? kBlock : std::min(kBlock, file_size + 4);
}

}  // namespace

Blocks one_block(std::string_view text) {
  return [text]() mutable { return std::exchange(text, {}); };
}

struct FileBlocks::Inner {
  std::filesystem::path file;
  std::size_t limit;
  Descriptor descriptor = opened(file);
  std::size_t full = block_size(size_hint(descriptor));
  std::string block = {};
  std::size_t given = 0;  // bytes of the block already returned
  std::size_t total = 0;

  // Fills the block, unless the file ends first.
  void fill() {
    std::size_t size = block.size();
    block.resize(full);
    while (size < full) {
      const std::size_t got = read_some(descriptor, file, std::span(block).subspan(size));
      if (got == 0) break;
      size += got;
      total += got;
      if (total > limit) throw too_large(file, limit);
    }
    block.resize(size);
  }
};

FileBlocks::FileBlocks(const std::filesystem::path& file, std::size_t limit_bytes)
    : inner_(std::make_unique<Inner>(Inner{.file = file, .limit = limit_bytes})) {
  if (size_hint(inner_->descriptor) > limit_bytes) throw too_large(file, limit_bytes);
}
FileBlocks::~FileBlocks() = default;
FileBlocks::FileBlocks(FileBlocks&&) noexcept = default;

std::string_view FileBlocks::next() {
  Inner& in = *inner_;
  in.block.erase(0, in.given);
  in.fill();
  const bool is_last = in.block.size() < in.full;
  in.given = in.block.size() - (is_last ? 0 : begun_character(in.block));
  return std::string_view(in.block).substr(0, in.given);
}

}  // namespace assay
