// SPDX-License-Identifier: Apache-2.0
#include "columns.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/internal/text.h"

namespace assay {
namespace {

std::string blanks(std::string_view text, std::size_t width) {
  const std::size_t columns = columns_of(text);
  return std::string(columns < width ? width - columns : 0, ' ');
}

}  // namespace

std::string painted(std::string_view code, const std::string& text, Colour colour) {
  return colour == Colour::none ? text : fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::size_t columns_of(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, continues_character));
}

std::string cell(std::string_view text, std::size_t width) { return blanks(text, width).append(text); }

std::string left_cell(std::string_view text, std::size_t width) {
  return std::string(text) + blanks(text, width);
}

}  // namespace assay
