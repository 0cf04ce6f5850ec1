// SPDX-License-Identifier: Apache-2.0
// Queries on the tokens of an awk program, and rewrites that give equal spellings one form.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "languages/awk_lexer.h"

namespace assay::equivalence {

// Whether these tokens are at that position and none of them is a string or a regular expression.
bool matches(const AwkTokens& tokens, std::size_t at, std::initializer_list<std::string_view> texts);
void erase(AwkTokens& tokens, std::size_t at, std::size_t count);
bool ends_statement(const AwkTokens& tokens, std::size_t at);
bool names_any(const AwkTokens& tokens, std::initializer_list<std::string_view> names);

// length() and length($0) become length.
void shorten_length(AwkTokens& tokens);
// print a OFS b, and with the default separator print a " " b, become print a,b.
void separate_by_commas(AwkTokens& tokens, bool is_usual_separator);
// Numbers the variables in order of appearance: nothing outside the program sees their names.
void rename_variables(AwkTokens& tokens);

}  // namespace assay::equivalence
