// SPDX-License-Identifier: Apache-2.0
#include "languages/awk_tokens.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace assay::equivalence {

using TokenKind = AwkTokenKind;
using Token = AwkToken;
using Tokens = AwkTokens;

bool matches(const Tokens& tokens, std::size_t at, std::initializer_list<std::string_view> texts) {
  if (at + texts.size() > tokens.size()) return false;
  for (const std::string_view text : texts) {
    if (tokens[at].kind == TokenKind::string || tokens[at].kind == TokenKind::regex ||
        tokens[at].text != text)
      return false;
    ++at;
  }
  return true;
}

void erase(Tokens& tokens, std::size_t at, std::size_t count) {
  const auto begin = tokens.begin() + static_cast<std::ptrdiff_t>(at);
  tokens.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
}

bool ends_statement(const Tokens& tokens, std::size_t at) {
  return at == tokens.size() || tokens[at].is("}") || tokens[at].is(";") ||
         tokens[at].kind == TokenKind::newline;
}

bool names_any(const Tokens& tokens, std::initializer_list<std::string_view> names) {
  return std::ranges::any_of(tokens, [names](const Token& each) {
    return each.kind == TokenKind::name && std::ranges::find(names, each.text) != names.end();
  });
}

// length, length() and length($0).
void shorten_length(Tokens& tokens) {
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at].kind != TokenKind::name || tokens[at].text != "length") continue;
    const std::size_t count = matches(tokens, at + 1, {"(", ")"})             ? 2
                              : matches(tokens, at + 1, {"(", "$", "0", ")"}) ? 4
                                                                              : 0;
    // length($0)(1) would become the length of 1.
    const bool is_called = at + 1 + count < tokens.size() && tokens[at + 1 + count].is("(");
    if (count == 0 || is_called) continue;
    erase(tokens, at + 1, count);
    if (at + 1 < tokens.size()) tokens[at + 1].glued = false;
  }
}

namespace {

// The length of a simple value: $1, $NF, NR, "text". 0 for anything else.
std::size_t plain_value(const Tokens& tokens, std::size_t at) {
  const auto is_count = [&](std::size_t i) {
    return i < tokens.size() && tokens[i].kind == TokenKind::name &&
           (tokens[i].text == "NR" || tokens[i].text == "NF" || tokens[i].text == "FNR");
  };
  if (at >= tokens.size()) return 0;
  if (tokens[at].is("$"))
    return is_count(at + 1) || (at + 1 < tokens.size() && tokens[at + 1].kind == TokenKind::number) ? 2 : 0;
  return is_count(at) || tokens[at].kind == TokenKind::string ? 1 : 0;
}

}  // namespace

// print a OFS b, and with the default separator print a " " b, are print a,b.
void separate_by_commas(Tokens& tokens, bool is_usual_separator) {
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at].kind != TokenKind::name || tokens[at].text != "print") continue;
    std::vector<std::size_t> separators;
    std::size_t next = at + 1;
    while (true) {
      const std::size_t length = plain_value(tokens, next);
      if (length == 0) break;
      next += length;
      if (ends_statement(tokens, next)) {
        for (const std::size_t each : separators) tokens[each] = {TokenKind::mark, ",", true};
        break;
      }
      const bool separates =
          tokens[next].is(",") || (tokens[next].kind == TokenKind::name && tokens[next].text == "OFS") ||
          (is_usual_separator && tokens[next].kind == TokenKind::string && tokens[next].text == "\" \"");
      if (!separates) break;
      separators.push_back(next++);
    }
  }
}

namespace {

// Whether the name is a user's: not one of the language, and not all in capitals, which are assumed to be the
// language's.
bool is_own_name(const Token& token) {
  constexpr std::array<std::string_view, 62> kWords = {
      "and",      "asort",     "asorti",     "atan2",   "bindtextdomain",
      "break",    "case",      "close",      "compl",   "continue",
      "cos",      "dcgettext", "dcngettext", "default", "delete",
      "do",       "else",      "exit",       "exp",     "fflush",
      "for",      "func",      "function",   "gensub",  "getline",
      "gsub",     "if",        "in",         "index",   "int",
      "isarray",  "length",    "log",        "lshift",  "match",
      "mktime",   "next",      "nextfile",   "or",      "patsplit",
      "print",    "printf",    "rand",       "return",  "rshift",
      "sin",      "split",     "sprintf",    "sqrt",    "srand",
      "strftime", "strtonum",  "sub",        "substr",  "switch",
      "system",   "systime",   "tolower",    "toupper", "typeof",
      "while",    "xor"};
  return std::ranges::find(kWords, token.text) == kWords.end() &&
         std::ranges::any_of(token.text, [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

// Nothing outside the program sees the names of its variables.
void rename_variables(Tokens& tokens) {
  const auto is_call = [&](std::size_t at) { return at + 1 < tokens.size() && tokens[at + 1].is("("); };
  std::vector<std::string> names;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at].kind != TokenKind::name || !is_own_name(tokens[at])) continue;
    if (is_call(at)) return;  // an unknown name may be a function
    if (std::ranges::find(names, tokens[at].text) == names.end()) names.push_back(tokens[at].text);
  }
  for (Token& each : tokens) {
    if (each.kind != TokenKind::name || !is_own_name(each)) continue;
    const auto place = std::ranges::find(names, each.text) - names.begin();
    each.text = "v" + std::to_string(place + 1);
  }
}

}  // namespace assay::equivalence
