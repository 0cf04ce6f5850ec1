// SPDX-License-Identifier: Apache-2.0
#include "languages/awk_program.h"

#include <algorithm>
#include <array>
#include <vector>

#include "languages/awk_items.h"
#include "languages/awk_lexer.h"
#include "languages/awk_tokens.h"
#include "size_limits.h"

namespace assay::equivalence {
namespace {

using TokenKind = AwkTokenKind;
using Token = AwkToken;
using Tokens = AwkTokens;

bool is_word_token(const Token& token) {
  return token.kind == TokenKind::name || token.kind == TokenKind::number;
}

// Whether a blank must stay: between words, and where it distinguishes a call from a value in parentheses or
// keeps marks apart.
bool needs_blank(const Token& left, const Token& right) {
  if (right.glued) return false;
  if (is_word_token(left) && is_word_token(right)) return true;
  if (left.kind == TokenKind::name && right.is("("))
    return left.text != "if" && left.text != "while" && left.text != "for" && left.text != "print" &&
           left.text != "printf";
  const bool signs = left.kind == TokenKind::mark && right.kind == TokenKind::mark &&
                     std::string_view("+-<>=!&|*").find(left.text.back()) != std::string_view::npos &&
                     std::string_view("+-<>=!&|*~").find(right.text.front()) != std::string_view::npos;
  // x ^ = 2 is refused; / may also end an expression.
  const bool divides = left.kind == TokenKind::mark && right.kind == TokenKind::mark &&
                       std::string_view("^%/").find(left.text.back()) != std::string_view::npos &&
                       right.text.front() == '=';
  return signs || divides;
}

// print $0 is print; $(NF) is $NF.
void drop_words(Tokens& tokens) {
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (matches(tokens, at, {"print", "$", "0"}) && ends_statement(tokens, at + 3)) erase(tokens, at + 1, 2);
    const bool wraps = matches(tokens, at, {"$", "("}) && at + 3 < tokens.size() &&
                       is_word_token(tokens[at + 2]) && tokens[at + 3].is(")") &&
                       !(at + 4 < tokens.size() && (tokens[at + 4].is("(") || tokens[at + 4].is("[")));
    if (!wraps) continue;
    // $(NF)-1 and $NF-1 are the same, and so are $(i)++ and $i++; but a name must not be joined to the next
    // token.
    erase(tokens, at + 3, 1);
    erase(tokens, at + 1, 1);
    if (at + 2 < tokens.size()) tokens[at + 2].glued = false;
  }
}

// Whether the end at `at` terminates nothing: after a brace, or before a closing one. Outside actions, awk
// accepts one semicolon after an item and refuses a second; line breaks are accepted anywhere.
bool ends_nothing(const Tokens& tokens, std::size_t at, int depth) {
  const bool is_line = tokens[at].kind == TokenKind::newline;
  if (at == 0) return is_line;
  const Token& before = tokens[at - 1];
  const bool is_again = before.is(";") || before.kind == TokenKind::newline;
  const bool is_last = at + 1 == tokens.size();
  if (depth > 0) return before.is("{") || before.is("}") || is_again || (!is_last && tokens[at + 1].is("}"));
  return before.is("}") || is_last || (is_line && is_again);
}

// Whether every semicolon outside actions directly follows an item: awk refuses others.
bool has_regular_ends(const Tokens& tokens) {
  int depth = 0;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    depth += tokens[at].is("{") ? 1 : tokens[at].is("}") ? -1 : 0;
    if (depth > 0 || !tokens[at].is(";")) continue;
    if (at == 0 || tokens[at - 1].is(";") || tokens[at - 1].kind == TokenKind::newline) return false;
  }
  return true;
}

void drop_ends_once(Tokens& tokens) {
  int depth = 0;
  for (std::size_t at = 0; at < tokens.size();) {
    depth += tokens[at].is("{") ? 1 : tokens[at].is("}") ? -1 : 0;
    const bool is_line = tokens[at].kind == TokenKind::newline;
    const bool goes_on =
        is_line && at > 0 && (tokens[at - 1].is(",") || tokens[at - 1].is("&&") || tokens[at - 1].is("||"));
    const bool is_end = is_line || tokens[at].is(";");
    if (is_end && (goes_on || ends_nothing(tokens, at, depth))) {
      erase(tokens, at, 1);
      continue;
    }
    ++at;
  }
}

void drop_ends(Tokens& tokens) {
  for (std::size_t before = tokens.size() + 1; before != tokens.size();) {
    before = tokens.size();
    drop_ends_once(tokens);
  }
  for (Token& each : tokens) {
    if (each.kind != TokenKind::newline) continue;
    each.kind = TokenKind::mark;
    each.text = ";";
  }
}

// Whether a line break or an empty statement may be significant.
bool is_involved(const Tokens& tokens) {
  constexpr std::array<std::string_view, 5> kWords = {"if", "else", "for", "while", "do"};
  const bool has_words = std::ranges::any_of(tokens, [&](const Token& each) {
    return each.kind == TokenKind::name && std::ranges::find(kWords, each.text) != kWords.end();
  });
  const bool has_lines = std::ranges::any_of(
      tokens, [](const Token& each) { return each.kind == TokenKind::newline || each.is(";"); });
  return has_words && has_lines;
}

bool is_beyond(const Tokens& tokens) {
  constexpr std::array<std::string_view, 4> kWords = {"function", "func", "getline", "switch"};
  return std::ranges::any_of(tokens, [&](const Token& each) {
    return each.kind == TokenKind::name && std::ranges::find(kWords, each.text) != kWords.end();
  });
}

// pattern{print} is pattern, if it is the last item.
void drop_action(Tokens& tokens) {
  const std::size_t size = tokens.size();
  if (size < 4 || !matches(tokens, size - 3, {"{", "print", "}"})) return;
  const Token& before = tokens[size - 4];
  if (before.is("}") || before.is(";") || before.text == "BEGIN" || before.text == "END" ||
      before.text == "BEGINFILE" || before.text == "ENDFILE")
    return;
  erase(tokens, size - 3, 3);
}

std::string print_tokens(const Tokens& tokens) {
  std::string text;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (at > 0 && needs_blank(tokens[at - 1], tokens[at])) text += ' ';
    text += tokens[at].text;
  }
  return text;
}

}  // namespace

std::optional<std::string> canonical_awk_program(std::string_view program, AwkSurroundings surroundings) {
  if (program.size() > kMostProgramBytes) return std::nullopt;
  auto tokens = awk_tokens(program);
  if (!tokens || tokens->empty() || is_beyond(*tokens)) return std::nullopt;
  drop_words(*tokens);
  if (!has_regular_ends(*tokens)) return std::nullopt;
  if (names_any(*tokens, {"ARGV", "SYMTAB", "PROCINFO"})) surroundings = AwkSurroundings::set_formats;
  shorten_length(*tokens);
  if (!is_involved(*tokens)) {
    drop_ends(*tokens);
    // Numbers become text by OFMT between commas, and by CONVFMT elsewhere.
    if (surroundings < AwkSurroundings::set_formats && !names_any(*tokens, {"OFMT", "CONVFMT"}))
      separate_by_commas(*tokens, surroundings == AwkSurroundings::alone && !names_any(*tokens, {"OFS"}));
    if (!names_any(*tokens, {"BEGINFILE", "ENDFILE"})) settle_items(*tokens, surroundings);
    drop_action(*tokens);
  }
  if (surroundings < AwkSurroundings::set_variables) rename_variables(*tokens);
  if (tokens->empty()) return std::nullopt;
  return print_tokens(*tokens);
}

}  // namespace assay::equivalence
