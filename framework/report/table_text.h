// SPDX-License-Identifier: Apache-2.0
// Tables on a terminal: as wide as what is in them, and no wider than the terminal.
#pragma once

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/difference.h"

namespace assay {

// Cells as they are: whoever prints them makes them harmless.
struct Table {
  std::vector<std::string> head;  // its first column is of words, the others of figures
  std::vector<std::vector<std::string>> rows;
};

// Nothing where it has no rows. Where `columns` (0: no end) are too few, its figures stand in several tables
// below each other, each with the first column, whose words are cut where they leave no room. "pass" and
// "miss" are coloured.
void put_table(std::back_insert_iterator<std::string> out, const Table& table, Colour colour,
               std::size_t columns);

// One line of at most so many columns, with "…" for the rest.
std::string shortened(std::string_view text, std::size_t columns);

}  // namespace assay
