// SPDX-License-Identifier: Apache-2.0
// Programs of awk: blanks and parts that may be left out.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::equivalence {

// Which variables the command sets outside the program: each includes those before.
enum class AwkSurroundings {
  alone,
  set_separators,  // OFS, ORS and FS only
  set_variables,   // but neither OFMT nor CONVFMT
  set_formats,     // any
};

// Tokens with a blank between them only where it is needed; none if the program is left as it is.
std::optional<std::string> canonical_awk_program(std::string_view program,
                                                 AwkSurroundings surroundings = AwkSurroundings::alone);

}  // namespace assay::equivalence
