// What an awk program does, item by item: patterns and actions in one form.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "languages/awk_lexer.h"
#include "languages/awk_program.h"

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
// {if(c)x} is c{x}, 1{x} is {x}, NR!=1 is NR>1, {x}{y} is {x;y}. REQUIRES a program without line breaks,
// functions and getline.
void settle_items(AwkTokens& tokens, AwkSurroundings surroundings);
// Variables are called by their order: nothing outside of the program sees their names.
void rename_variables(AwkTokens& tokens);

}  // namespace assay::equivalence
