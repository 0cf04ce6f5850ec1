// SPDX-License-Identifier: Apache-2.0
// Decodes one code point from bytes that should be UTF-8.
#pragma once

#include <cstddef>
#include <string_view>

namespace assay {

struct CodePoint {
  char32_t value = U'\uFFFD';
  std::size_t length =
      1;  // bytes; of an ill-formed sequence its maximal subpart (Unicode 15, section 3.9, D93b)
  bool well_formed = false;
};

// REQUIRES: at < bytes.size().
CodePoint code_point_at(std::string_view bytes, std::size_t at);

// The offset of the first ill-formed sequence; bytes.size() if there is none.
std::size_t well_formed_prefix(std::string_view bytes);

}  // namespace assay
