// SPDX-License-Identifier: Apache-2.0
#include "excerpt.h"

#include "assay/internal/text.h"

namespace assay::tool {
namespace {

constexpr std::size_t kLength = 100;

}  // namespace

std::string excerpt(std::string_view bytes) {
  return "`" + one_line(shortened(trimmed(bytes), kLength)) + "`";
}

std::string last_line_excerpt(std::string_view bytes) {
  const auto line = last_line(bytes);
  return line.empty() ? std::string() : excerpt(line);
}

}  // namespace assay::tool
