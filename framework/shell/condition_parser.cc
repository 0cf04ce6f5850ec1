// SPDX-License-Identifier: Apache-2.0
// [[ … ]]: words and operators with their own grammar.
#include <algorithm>
#include <array>

#include "characters.h"
#include "parser.h"

namespace assay::shell {
namespace {

constexpr std::string_view kUnaryLetters = "abcdefghknoprstuvwxzGLNORS";
constexpr std::array<std::string_view, 13> kBinary{"=",   "==",  "!=",  "=~",  "-eq", "-ne", "-lt",
                                                   "-le", "-gt", "-ge", "-nt", "-ot", "-ef"};

const std::string* unquoted_text(const Word& word) {
  if (word.segments.size() != 1) return nullptr;
  const Text* text = std::get_if<Text>(&word.segments[0].node);
  return text && text->quoting == Quoting::none ? &text->text : nullptr;
}

bool is_unary(const Word& word) {
  const std::string* text = unquoted_text(word);
  return text && text->size() == 2 && (*text)[0] == '-' &&
         kUnaryLetters.find((*text)[1]) != std::string_view::npos;
}

}  // namespace

// Whether the word here spells `spelling` without quotes.
bool Parser::at_unquoted(std::string_view spelling) const {
  if (!cursor_.looking_at(spelling)) return false;
  Cursor ahead = cursor_;
  ahead.advance(spelling.size());
  return ahead.at_end() || is(ahead.at(), kMeta);
}

bool Parser::parse_test(Command& command) {
  cursor_.advance(2);
  Boxed<Test> test;
  if (!parse_either(test->condition)) return false;
  if (!at_unquoted("]]")) return fail("expected ']]'");
  cursor_.advance(2);
  command.node = std::move(test);
  return true;
}

bool Parser::parse_either(Condition& condition) {
  Deeper deeper(*this);
  if (!deeper.allowed()) return false;
  Condition first;
  if (!parse_both(first)) return false;
  if (!cursor_.looking_at("||")) return condition = std::move(first), true;
  condition.kind = ConditionKind::either;
  condition.inner.push_back(std::move(first));
  while (cursor_.looking_at("||")) {
    cursor_.advance(2);
    if (!parse_both(condition.inner.emplace_back())) return false;
  }
  return true;
}

bool Parser::parse_both(Condition& condition) {
  Condition first;
  if (!parse_condition_term(first)) return false;
  if (!cursor_.looking_at("&&")) return condition = std::move(first), true;
  condition.kind = ConditionKind::both;
  condition.inner.push_back(std::move(first));
  while (cursor_.looking_at("&&")) {
    cursor_.advance(2);
    if (!parse_condition_term(condition.inner.emplace_back())) return false;
  }
  return true;
}

// Ends where an operator or `]]` must follow.
bool Parser::parse_condition_term(Condition& condition) {
  Deeper deeper(*this);
  if (!deeper.allowed() || !skip_newlines()) return false;
  if (at_unquoted("!")) {
    cursor_.advance();
    condition.kind = ConditionKind::negate;
    return parse_condition_term(condition.inner.emplace_back());
  }
  if (take('(')) {
    condition.kind = ConditionKind::group;
    if (!parse_either(condition.inner.emplace_back())) return false;
    if (!take(')')) return unexpected();
    return skip_newlines();
  }
  return parse_condition_operand(condition);
}

bool Parser::parse_condition_operand(Condition& condition) {
  if (!at_word() || at_unquoted("]]")) return unexpected();
  Word first;
  if (!parse_word(first)) return false;
  skip_blanks();
  const bool alone =
      cursor_.looking_at("&&") || cursor_.looking_at("||") || cursor_.at() == ')' || at_unquoted("]]");
  if (is_unary(first)) {
    if (!at_word() || at_unquoted("]]")) return unexpected();
    condition.kind = ConditionKind::unary;
    condition.spelling = *unquoted_text(first);
    return parse_word(condition.operands.emplace_back()) && skip_newlines();
  }
  condition.operands.push_back(std::move(first));
  if (alone) return true;
  return parse_binary_operand(condition) && skip_newlines();
}

// REQUIRES: after the left operand, where an operator must follow.
bool Parser::parse_binary_operand(Condition& condition) {
  condition.kind = ConditionKind::binary;
  if (cursor_.at() == '<' || cursor_.at() == '>') {
    condition.spelling = cursor_.at();
    cursor_.advance();
  } else {
    if (!at_word()) return unexpected();
    Word word;
    const std::size_t begin = cursor_.position();
    if (!parse_word(word)) return false;
    const std::string* spelling = unquoted_text(word);
    const bool known = spelling && std::find(kBinary.begin(), kBinary.end(), *spelling) != kBinary.end();
    if (!known) return fail_at(begin, "expected a binary operator");
    condition.spelling = *spelling == "=" ? "==" : *spelling;
  }
  skip_blanks();
  const bool regex = condition.spelling == "=~";
  const bool starts = at_word() || (regex && (cursor_.at() == '(' || cursor_.at() == '|'));
  if (!starts || at_unquoted("]]")) return unexpected();
  return parse_word(condition.operands.emplace_back(), regex ? Context::regex : Context::word);
}

}  // namespace assay::shell
