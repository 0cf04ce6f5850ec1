// SPDX-License-Identifier: Apache-2.0
// Commands compared as text.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace assay {

// Words and operators of a command line, each as written. Splitting does only what comparing texts needs: it
// finds the ends of quotes and substitutions, and gives up on any construct in which a blank could be data in
// a way it does not know.
struct Token {
  enum class Kind { word, control, redirection, newline, comment };
  Kind kind = Kind::word;
  std::string_view text;  // into the text given
  bool after_blank = false;
  bool operator==(const Token&) const = default;
};

// None for here-documents, unterminated quotes, line continuations within a word, arithmetic commands, test
// commands `[[ … ]]`, arrays, extended globs, `case` inside a substitution, nesting deeper than 64. A run of
// newlines is one token.
std::optional<std::vector<Token>> tokens_of(std::string_view text);

// Whether they mean the same. A preceding blank counts only between digits (or a {name}) and a redirection:
// `2>f` redirects stderr, `2 >f` passes a 2.
bool same_tokens(const std::vector<Token>& a, const std::vector<Token>& b);

// Without leading and trailing blanks, but keeping a trailing blank that a backslash makes data, and
// everything after a here-document.
std::string_view trimmed_command(std::string_view text);

// Both trimmed.
bool same_bytes(std::string_view expected, std::string_view generated);

// Whether only unquoted blanks differ: the length of runs, and blanks beside an operator. Also false if a
// text is not understood (tokens_of).
bool same_but_blanks(std::string_view expected, std::string_view generated);

// Splits any bytes into words for display: quoted strings stay whole, a newline is a word, nothing is
// rejected. At most `limit` words; views into `text`.
std::vector<std::string_view> words_of(std::string_view text, std::size_t limit);

// At most `limit` lines, without their newlines.
std::vector<std::string_view> lines_of(std::string_view text, std::size_t limit);

}  // namespace assay
