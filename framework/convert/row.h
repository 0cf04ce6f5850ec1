// SPDX-License-Identifier: Apache-2.0
// Rows of a table, by the parts of a case that their columns hold.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "draft.h"

namespace assay::convert {

// The value of a part in a row.
struct Cell {
  std::string_view part;           // prompt, expected, …
  std::string_view column;         // its name in the source
  std::vector<std::string> texts;  // one, or the elements of a list; never empty
};

struct Row {
  int line = 0;
  std::vector<Cell> cells;  // in the order of the mapping; blank cells are omitted
};

// "moderate", the other spelling in use, is medium.
std::optional<RiskLevel> risk_from(std::string_view word);

// The mapping names a column that is not there. `called`: what the source's columns are.
[[noreturn]] void refuse_column(const SourceLine& where, const std::string& column,
                                const std::vector<std::string>& columns, std::string_view called = "column");

// A column without which the source has no cases is not there, nor another one named for it. `held`: what it
// holds.
[[noreturn]] void refuse_without(const SourceLine& where, std::string_view column, std::string_view held,
                                 const std::vector<std::string>& columns, std::string_view called = "column");

// Takes the row into the draft, or leaves it out with a reason.
void take_row(const Row& row, Draft& draft);

}  // namespace assay::convert
