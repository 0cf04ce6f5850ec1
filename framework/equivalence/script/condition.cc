// SPDX-License-Identifier: Apache-2.0
#include "script/condition.h"

#include <algorithm>

#include "assay/internal/shell.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

using shell::Place;

const Term* operand_term(Context& context, const shell::Condition& condition, std::size_t at) {
  const std::string& spelling = condition.spelling;
  const shell::Word& word = condition.operands[at];
  if (at == 1 && spelling == "=~")
    return context.arena.live(context.arena.keep(shell::print(word)), word.span);
  const bool is_pattern = at == 1 && (spelling == "==" || spelling == "=" || spelling == "!=");
  return word_term(context, word, is_pattern ? Place::pattern : Place::plain);
}

const Term* inner_terms(Context& context, Label label, const shell::Condition& condition) {
  Terms parts = context.arena.terms();
  for (const shell::Condition& each : condition.inner) parts.push_back(condition_term(context, each));
  return context.arena.node(label, parts);
}

// An operand as an argument of test: one word, not a pattern. Null if that is not possible.
const Term* test_operand(Context& context, const Term& operand, bool is_pattern) {
  if (operand.is_text()) return &operand;
  if (!operand.is(Label::word)) return nullptr;
  Terms pieces = context.arena.terms();
  for (const Term* piece : operand.parts) {
    const bool is_split = piece->is(Label::split) && !is_pattern && !quotes_change_operator(*piece);
    if (!piece->is_text() && !piece->is(Label::quoted) && !is_split) return nullptr;
    pieces.push_back(is_split ? context.arena.node(Label::quoted, piece->parts, piece->span) : piece);
  }
  return context.arena.node(Label::word, pieces, operand.span);
}

bool is_file_test(std::string_view spelling) {
  return spelling.size() == 2 && std::string_view("bcdefghkprsuwxGLNOS").find(spelling[1]) != spelling.npos;
}

// Adds the words that mean the same to test; false if there are none.
bool add_test_words(Context& context, const Term& condition, Terms& words) {
  const auto add = [&](const Term& operand, bool is_pattern = false) {
    const Term* word = test_operand(context, operand, is_pattern);
    if (word) words.push_back(word);
    return word != nullptr;
  };
  const auto& parts = condition.parts;
  switch (condition.label) {
    case Label::non_empty:
      words.push_back(context.arena.text("-n"));
      return add(*parts[0]);
    case Label::unary:
      if (parts[0]->text != "-z" && !is_file_test(parts[0]->text)) return false;
      words.push_back(context.arena.text(parts[0]->text));
      return add(*parts[1]);
    case Label::binary:
      if (parts[1]->text != "==" && parts[1]->text != "!=") return false;
      if (!add(*parts[0])) return false;
      words.push_back(context.arena.text(parts[1]->text == "==" ? "=" : "!="));
      return add(*parts[2], true);
    case Label::negation:
      if (parts[0]->is(Label::negation)) return false;
      words.push_back(context.arena.text("!"));
      return add_test_words(context, *parts[0], words);
    default:
      return false;
  }
}

// -h is -L.
const Term* unary_term(Context& context, const shell::Condition& condition) {
  const bool is_link = condition.spelling == "-h" && context.allows(rule::test_brackets);
  const Term* operand = operand_term(context, condition, 0);
  if (is_link) context.note(rule::test_brackets, *operand);
  return context.arena.node(
      Label::unary, {context.arena.live(is_link ? std::string_view("-L") : condition.spelling), operand});
}

}  // namespace

Call* test_call(Context& context, const Term& condition) {
  if (!context.allows(rule::test_keyword) || !context.in_shell ||
      std::ranges::find(context.functions, "test") != context.functions.end())
    return nullptr;
  Terms words = context.arena.terms();
  words.push_back(context.arena.text("test", condition.span));
  if (!add_test_words(context, condition, words)) return nullptr;
  context.note(rule::test_keyword, condition);
  return call_of(context, words);
}

const Term* condition_term(Context& context, const shell::Condition& condition) {
  switch (condition.kind) {
    case shell::ConditionKind::word:
      return context.arena.node(Label::non_empty, {operand_term(context, condition, 0)});
    case shell::ConditionKind::unary:
      if (condition.spelling == "-n")
        return context.arena.node(Label::non_empty, {operand_term(context, condition, 0)});
      return unary_term(context, condition);
    case shell::ConditionKind::binary: {
      const std::string_view spelling =
          condition.spelling == "=" ? "==" : std::string_view(condition.spelling);
      return context.arena.node(Label::binary,
                                {operand_term(context, condition, 0), context.arena.live(spelling),
                                 operand_term(context, condition, 1)});
    }
    case shell::ConditionKind::negate:
      return inner_terms(context, Label::negation, condition);
    case shell::ConditionKind::both:
      return inner_terms(context, Label::both, condition);
    case shell::ConditionKind::either:
      return inner_terms(context, Label::either, condition);
    case shell::ConditionKind::group:
      return condition_term(context, condition.inner[0]);
  }
  return nullptr;
}

constexpr Rule rule::test_keyword = {.id = "test-keyword",
                                     .rung = Rung::utility,
                                     .meaning = "`[[ ]]` equals `[ ]`, if both read the words alike",
                                     .same = {"[[ -f a ]]", "[ -f a ]"},
                                     .apart = {"[[ $x == $y ]]", "[ \"$x\" = \"$y\" ]"}};

}  // namespace assay::equivalence
