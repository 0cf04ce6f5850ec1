// SPDX-License-Identifier: Apache-2.0
// Single edits of a command's text: what a person, or a wrong rule, might take for the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grammar.h"

namespace assay::refute {

// Words and operators as they are typed, blanks aside: quotes and substitutions are not looked into further
// than that a blank in quotes parts nothing.
struct Token {
  std::size_t begin = 0, end = 0;
};
std::vector<Token> tokens_of(std::string_view command);

// One edit, often harmless in form (quotes, names of folders, places of words), now and then of a character.
// May be the command itself, or no command at all.
std::string edited(std::string_view command, const Grammar& grammar, Random& random);

// The command at the place of @it (as it is) or @quoted (in single quotes) in the surrounding.
std::string placed(std::string_view surrounding, std::string_view command);

}  // namespace assay::refute
