// SPDX-License-Identifier: Apache-2.0
#include "excerpt.h"

#include "assay/internal/text.h"

namespace assay::tool {
namespace {

constexpr std::size_t kLength = 100;

bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

}  // namespace

std::string excerpt(std::string_view bytes) {
  bytes = trimmed(bytes);
  std::size_t length = std::min(bytes.size(), kLength);
  const bool cut = length < bytes.size();
  for (int i = 0; cut && i < 3 && continues_character(bytes[length]); ++i) --length;
  return "`" + one_line(bytes.substr(0, length)) + (cut ? "…`" : "`");
}

std::string last_line_excerpt(std::string_view bytes) {
  bytes = trimmed(bytes);
  if (bytes.empty()) return {};
  return excerpt(bytes.substr(bytes.find_last_of("\r\n") + 1));
}

}  // namespace assay::tool
