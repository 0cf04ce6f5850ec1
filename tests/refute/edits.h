// SPDX-License-Identifier: Apache-2.0
// Single edits of a command's text that a person, or a wrong rule, might consider equivalent.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grammar.h"

namespace assay::refute {

// Words and operators as typed, without the blanks between them. Quotes and substitutions are not parsed,
// except that a blank in quotes does not separate words.
struct Token {
  std::size_t begin = 0, end = 0;
};
std::vector<Token> tokens_of(std::string_view command);

// One edit, often of a harmless form (quotes, folder names, word order), sometimes of a single character. The
// result may be the command itself, or not be a command at all.
std::string edited(std::string_view command, const Grammar& grammar, Random& random);

// The surrounding with the command in place of @it (verbatim) or @quoted (in single quotes).
std::string placed(std::string_view surrounding, std::string_view command);

}  // namespace assay::refute
