// SPDX-License-Identifier: Apache-2.0
// Programs of awk: their tokens, and blanks and parts that may be left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::equivalence {

enum class AwkTokenKind : std::uint8_t { name, number, string, regex, mark, newline };

struct AwkToken {
  AwkTokenKind kind = AwkTokenKind::mark;
  std::string text;
  bool glued = false;  // no blank before it
  bool is(std::string_view mark) const { return kind == AwkTokenKind::mark && text == mark; }
};

using AwkTokens = std::vector<AwkToken>;

// None if a token is not understood: comments, line continuations, bytes beyond ASCII, and a slash that might
// either divide or begin a regular expression.
std::optional<AwkTokens> awk_tokens(std::string_view program);

// Queries on the tokens of an awk program, and rewrites that give equal spellings one form.

// Whether these tokens are at that position and none of them is a string or a regular expression.
bool matches(const AwkTokens& tokens, std::size_t at, std::initializer_list<std::string_view> texts);
void erase(AwkTokens& tokens, std::size_t at, std::size_t count);
bool ends_statement(const AwkTokens& tokens, std::size_t at);
bool names_any(const AwkTokens& tokens, std::initializer_list<std::string_view> names);

// What becomes of `length` without parentheses where busybox's awk does not read it as length($0), as all
// others do: `length` as a pattern, !length, length $1.
enum class BareLength : std::uint8_t { kept, written_out };

// length() becomes length($0), and so does length where all awks read it so.
void settle_length(AwkTokens& tokens, BareLength bare);
// print a OFS b, and with the default separator print a " " b, become print a,b.
void separate_by_commas(AwkTokens& tokens, bool is_usual_separator);
// Numbers the variables in order of appearance: nothing outside the program sees their names.
void rename_variables(AwkTokens& tokens);

// Which variables the command sets outside the program: each includes those before.
enum class AwkContext {
  alone,
  set_separators,  // OFS, ORS and FS only
  set_variables,   // but neither OFMT nor CONVFMT
  set_formats,     // any
};

// Tokens with a blank between them only where it is needed; none if the program is left as it is.
std::optional<std::string> canonical_awk_program(std::string_view program,
                                                 AwkContext surroundings = AwkContext::alone,
                                                 BareLength bare = BareLength::kept);

// Gives the items of an awk program one form: patterns and actions. {if(c)x} is c{x}, 1{x} is {x}, NR!=1 is
// NR>1, {x}{y} is {x;y}. REQUIRES: a program without line breaks, functions and getline.
void settle_items(AwkTokens& tokens, AwkContext surroundings);

}  // namespace assay::equivalence
