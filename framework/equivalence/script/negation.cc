// SPDX-License-Identifier: Apache-2.0
#include "script/negation.h"

namespace assay::equivalence {
namespace {

bool is_compound_with_redirects(const shell::Command& command) {
  return !std::holds_alternative<shell::SimpleCommand>(command.node) && !command.redirects.empty();
}

// A command with assignments before it, or without a command at all, is not a compound one.
bool is_redirected_compound(const Term& term) {
  if (!term.is(Label::command) || term.parts.empty()) return false;  // a lone ! has no command
  const Term& first = *term.parts[0];
  return !first.is(Label::call) && !first.is(Label::plain) && !first.is(Label::emit) &&
         !first.is(Label::builtin) && !first.is(Label::assignment) && !first.is(Label::redirect);
}

}  // namespace

void keep_group_of_negation(Context& context, const shell::Command& negated, Stage& stage) {
  if (is_compound_with_redirects(negated) && stage.other && !stage.other->is(Label::group))
    stage.other = context.arena.node(Label::group, {stage.other});
}

const Term* negation_term(Context& context, const shell::Command& negated, const Term* term) {
  if (is_redirected_compound(*term) && !is_compound_with_redirects(negated))
    term = context.arena.node(Label::group, {term});
  return context.arena.node(Label::negation, {term});
}

}  // namespace assay::equivalence
