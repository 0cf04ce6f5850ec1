// SPDX-License-Identifier: Apache-2.0
// Splits a command line into words and operators, each as written. Does only what comparing texts needs: it
// finds the ends of quotes and substitutions, and gives up on any construct in which a blank could be data in
// a way it does not know.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace assay {

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

}  // namespace assay
