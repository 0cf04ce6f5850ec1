// SPDX-License-Identifier: Apache-2.0
// Weights in a file: names, types, shapes and bytes, read in place. Nothing in such a file is executed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct Tensor {
  std::string type;  // "F32", "F16", "BF16", "I64", …
  std::vector<std::size_t> shape;
  std::span<const std::byte> bytes;  // the size that type and shape imply
};
using Tensors = std::map<std::string, Tensor, std::less<>>;

// The tensors of a whole file's bytes, which must outlive them. Throws Error naming `file` if the header is
// wrong (ranges past the end, overlaps, gaps, sizes that do not match type and shape), or if the file is a
// pickle.
Tensors parse_safetensors(std::span<const std::byte> bytes, const std::string& file);

// A memory-mapped file: pages are read when they are touched.
class MappedFile {
 public:
  // Throws Error with the file and the system's reason. The file must not change while it is mapped.
  explicit MappedFile(const std::filesystem::path& file);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace assay
