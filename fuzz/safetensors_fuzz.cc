// SPDX-License-Identifier: Apache-2.0
// Whatever the bytes of a file of weights, each tensor read from it lies within the file and is as long as
// its type and shape say, and no byte belongs to two tensors.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>

#include "assay/error.h"
#include "assay/internal/safetensors.h"

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  try {
    std::size_t total = 0;
    for (const auto& [name, tensor] : assay::parse_safetensors(bytes, "fuzz.safetensors")) {
      require(
          tensor.bytes.empty() || (tensor.bytes.data() >= bytes.data() &&
                                   tensor.bytes.data() + tensor.bytes.size() <= bytes.data() + bytes.size()),
          "a tensor outside of the file");
      total += tensor.bytes.size();
    }
    require(total <= size, "bytes of two tensors");
  } catch (const assay::Error&) {
    // Not such a file.
  }
  return 0;
}
