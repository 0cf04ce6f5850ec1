// SPDX-License-Identifier: Apache-2.0
// The tokens of an awk program: what stands where, and spellings of one thing in one form.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "languages/awk_lexer.h"

namespace assay::equivalence {

// Whether these tokens stand there, none of them text or a regular expression.
bool matches(const AwkTokens& tokens, std::size_t at, std::initializer_list<std::string_view> texts);
void erase(AwkTokens& tokens, std::size_t at, std::size_t count);
bool ends_statement(const AwkTokens& tokens, std::size_t at);
bool names_any(const AwkTokens& tokens, std::initializer_list<std::string_view> names);

// length() and length($0) are length.
void shorten_length(AwkTokens& tokens);
// print a OFS b, and with the usual separator print a " " b, are print a,b.
void separate_by_commas(AwkTokens& tokens, bool is_usual_separator);
// Variables are called by their order: nothing outside of the program sees their names.
void rename_variables(AwkTokens& tokens);

}  // namespace assay::equivalence
