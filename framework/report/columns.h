// SPDX-License-Identifier: Apache-2.0
// Terminal text: colours, and columns aligned by display width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "assay/internal/difference.h"

namespace assay {

// Wraps the text in ANSI escape sequences for `code`, if colours are used.
std::string painted(std::string_view code, const std::string& text, Colour colour);

// The number of columns of text, one per character; the dash and the minus take one too.
std::size_t columns_of(std::string_view text);
// Right-aligned.
std::string cell(std::string_view text, std::size_t width);
// Left-aligned.
std::string left_cell(std::string_view text, std::size_t width);

}  // namespace assay
