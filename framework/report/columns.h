// SPDX-License-Identifier: Apache-2.0
// Text of a terminal: colours, and columns by what is seen.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "assay/internal/difference.h"

namespace assay {

// Within ANSI's escape sequences of that code, where there is colour.
std::string painted(std::string_view code, const std::string& text, Colour colour);

// How many columns text takes in which each character takes one, as the dash and the minus do.
std::size_t columns_of(std::string_view text);
// Flush right.
std::string cell(std::string_view text, std::size_t width);
// Flush left.
std::string left_cell(std::string_view text, std::size_t width);

}  // namespace assay
