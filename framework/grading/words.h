// SPDX-License-Identifier: Apache-2.0
// Splits any bytes into words for display: quoted strings stay whole, a newline is a word, nothing is
// rejected.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace assay {

// At most `limit` words; views into `text`.
std::vector<std::string_view> words_of(std::string_view text, std::size_t limit);

// At most `limit` lines, without their newlines.
std::vector<std::string_view> lines_of(std::string_view text, std::size_t limit);

}  // namespace assay
