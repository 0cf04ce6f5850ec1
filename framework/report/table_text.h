// SPDX-License-Identifier: Apache-2.0
// Text for terminals: colours, and tables as wide as their contents, and no wider than the terminal.
#pragma once

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/difference.h"

namespace assay {

// The cells are printed unchanged: the caller must make them harmless.
struct Table {
  std::vector<std::string> head;  // the first column holds words, the others figures
  std::vector<std::vector<std::string>> rows;
};

// Prints nothing if there are no rows. If `columns` (0: unlimited) are too few, the table is split into
// several, one below the other, each repeating the first column, whose words are shortened if necessary.
// "pass" and "miss" are coloured.
void put_table(std::back_insert_iterator<std::string> out, const Table& table, Colour colour,
               std::size_t columns);

// At most `columns` columns of one line, with "…" in place of the rest.
std::string fitted(std::string_view text, std::size_t columns);

// Wraps the text in ANSI escape sequences for `code`, if colours are used.
std::string painted(std::string_view code, const std::string& text, Colour colour);

// The number of columns of text, one per character; the dash and the minus take one too.
std::size_t columns_of(std::string_view text);
// Right-aligned.
std::string cell(std::string_view text, std::size_t width);
// Left-aligned.
std::string left_cell(std::string_view text, std::size_t width);

}  // namespace assay
