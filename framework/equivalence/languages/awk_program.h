// SPDX-License-Identifier: Apache-2.0
// awk's programs: blanks and what may be left out.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::equivalence {

// Whether the command gives variables values beside the program.
enum class AwkSurroundings {
  alone,
  set_separators,  // OFS, ORS and FS only
  set_variables,
};

// Tokens with one blank between them where one is needed; none for what is left alone.
std::optional<std::string> canonical_awk_program(std::string_view program,
                                                 AwkSurroundings surroundings = AwkSurroundings::alone);

}  // namespace assay::equivalence
