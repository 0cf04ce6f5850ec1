// SPDX-License-Identifier: Apache-2.0
// A call as a canonical term.
#include <algorithm>

#include "call/call.h"
#include "call/options.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

// Whether it may change the shell that it runs in.
bool may_change_shell(const Utility& utility) {
  return utility.is_builtin() && utility.builtin != Builtin::quiet;
}

bool looks_like_option(const Term& operand) {
  if (operand.is_text()) return operand.text.size() > 1 && operand.text[0] == '-';
  if (operand.is(Label::option) || operand.is(Label::joined)) return false;
  const Argument argument = argument_of(operand);
  return argument.text.empty() || argument.text[0] == '-';
}

// Whether the first operand names the action: users write options after it (apt list --installed).
bool names_action(const Utility& utility) {
  return utility.order == OptionOrder::permute && utility.operands.size() > 1 &&
         utility.operands[0].role == OperandRole::name && !utility.operands[0].many;
}

}  // namespace

const Term* call_term(Context& context, const Call& call) {
  if (call.replacement) return call.replacement;
  Terms parts = context.arena.terms();
  parts.push_back(call.name);
  if (!call.utility) {
    parts.insert(parts.end(), call.tail.begin(), call.tail.end());
    const Term* plain = context.arena.node(Label::plain, parts, call.span);
    return context.arena.opaque(*plain);
  }
  const Utility& utility = *call.utility;
  auto operands = std::span<const Term* const>(call.operands);
  if (names_action(utility) && !operands.empty() && !looks_like_option(*operands[0])) {
    parts.push_back(operands[0]);
    operands = operands.subspan(1);
  }
  for (const Setting& each : call.options) parts.push_back(setting_term(context, *call.utility, each));
  const bool may_end_options = utility.dashes && !utility.dashes_matter && utility.order != OptionOrder::none;
  if (may_end_options &&
      std::ranges::any_of(call.operands, [](const Term* each) { return looks_like_option(*each); })) {
    parts.push_back(context.arena.live("--"));
  }
  const bool is_script = call.inner && call.inner->is(Label::script);
  if (is_script) parts.push_back(call.inner);
  parts.insert(parts.end(), operands.begin(), operands.end());
  if (call.inner && !is_script) parts.push_back(call.inner);
  if (call.expression) parts.push_back(call.expression);
  if (!call.tail.empty()) parts.push_back(context.arena.node(Label::tail, call.tail));
  const Term* term =
      context.arena.node(may_change_shell(utility) ? Label::builtin : Label::call, parts, call.span);
  const bool hides_command = !call.tail.empty() && utility.inner.form != InnerForm::none;
  return hides_command ? context.arena.opaque(*term) : term;
}

}  // namespace assay::equivalence
