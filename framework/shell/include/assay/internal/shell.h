// SPDX-License-Identifier: Apache-2.0
// Text to syntax tree and back. Pure and re-entrant; no function throws, whatever the input.
//
// The language is bash 5.3 with extended globs on and history expansion off, of which POSIX sh is a subset.
// Anything the parser does not support (a few corners where bash's own reading is doubtful) is an error,
// never a guess: if parse() returns a tree, it means what the text means.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "assay/internal/shell_tree.h"

namespace assay::shell {

struct ParseOptions {
  std::size_t max_bytes = std::size_t{1} << 20;
  int max_depth = 100;  // nesting of lists, quotes and expansions; about 3 KiB of stack a level
};

struct ParseError {
  std::size_t offset = 0;  // in bytes, in the source
  std::size_t line = 1;    // 1-based
  std::size_t column = 1;  // 1-based, in bytes
  std::string message;     // one clause, lower case, no full stop
};

// "1:5: message".
std::string to_string(const ParseError& error);

struct Parsed {
  List tree;                      // empty if there is an error
  bool substitutes_here = false;  // it holds a ${ …; }, whose commands run in the shell that expands it
  bool has_bash_prefix = false;   // it holds a repeated or lone ! or time, which sh need not read
  std::optional<ParseError> error;
  explicit operator bool() const { return !error; }
};

// Parses a whole script; text without a command gives an empty list.
Parsed parse(std::string_view source, const ParseOptions& options = {});

// The canonical text of a tree; it parses to an equal tree. A single line unless there is a here-document or
// a newline inside quotes. Unquoted text is printed as it stands, so any text that a program puts into a tree
// as Quoting::none must be safe without quotes; `literal_word` in word.h makes safe words.
std::string print(const List& list);
std::string print(const AndOr& item);
std::string print(const Pipeline& pipeline);
std::string print(const Command& command);
std::string print(const Word& word);
std::string print(const Parameter& parameter);         // ${x:-word}, or $x
std::string print_quoted(const Parameter& parameter);  // the same as it is written within double quotes
std::string print(const Arithmetic& arithmetic);       // without the parentheses

// "<", ">>", "<<<", …
std::string_view spelling_of(RedirectOperator operation);
// The descriptor that is meant if none is written.
int usual_descriptor(RedirectOperator operation);

// The command of a tree that consists of exactly one: no list, pipe, !, time or &. Null otherwise.
const Command* only_command(const List& list);
const SimpleCommand* only_simple_command(const List& list);

}  // namespace assay::shell
