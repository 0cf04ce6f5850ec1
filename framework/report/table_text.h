// SPDX-License-Identifier: Apache-2.0
// Tables on a terminal: as wide as their contents, and no wider than the terminal.
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

}  // namespace assay
