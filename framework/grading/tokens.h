// SPDX-License-Identifier: Apache-2.0
// A command line cut into words and operators, each as written. Only what comparing texts needs: it knows
// where quotes and substitutions end, and gives up on everything in which a blank could be data in a way it
// does not know.
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
// commands `[[ … ]]`, arrays, extended globs, `case` inside a substitution, nesting past 64. Runs of newlines
// are one.
std::optional<std::vector<Token>> tokens_of(std::string_view text);

// Whether `token` means the same in both places. A blank counts only between digits (or a {name}) and a
// redirection: `2>f` redirects stderr, `2 >f` passes a 2. `before` is the token that precedes both.
bool same_token(const Token& a, const Token& b, const Token* before);

bool same_tokens(const std::vector<Token>& a, const std::vector<Token>& b);

}  // namespace assay
