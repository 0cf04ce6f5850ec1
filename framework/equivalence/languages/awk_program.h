// SPDX-License-Identifier: Apache-2.0
// Programs of awk: blanks and parts that may be left out.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "languages/awk_lexer.h"

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
                                                 AwkSurroundings surroundings = AwkSurroundings::alone,
                                                 BareLength bare = BareLength::kept);

// Gives the items of an awk program one form: patterns and actions.

// {if(c)x} is c{x}, 1{x} is {x}, NR!=1 is NR>1, {x}{y} is {x;y}. REQUIRES: a program without line breaks,
// functions and getline.
void settle_items(AwkTokens& tokens, AwkSurroundings surroundings);

}  // namespace assay::equivalence
