#include "script/condition.h"

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

}  // namespace

const Term* condition_term(Context& context, const shell::Condition& condition) {
  switch (condition.kind) {
    case shell::ConditionKind::word:
      return context.arena.node(Label::non_empty, {operand_term(context, condition, 0)});
    case shell::ConditionKind::unary:
      if (condition.spelling == "-n")
        return context.arena.node(Label::non_empty, {operand_term(context, condition, 0)});
      return context.arena.node(
          Label::unary, {context.arena.live(condition.spelling), operand_term(context, condition, 0)});
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

}  // namespace assay::equivalence
