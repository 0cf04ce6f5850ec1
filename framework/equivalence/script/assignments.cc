#include "script/assignments.h"

#include <algorithm>
#include <utility>

#include "tree/words.h"

namespace assay::equivalence {

using shell::Place;

const Term* assignment_term(Context& context, const shell::Assignment& assignment) {
  const std::string_view name = assignment.append ? context.arena.keep(assignment.name + "+=")
                                                  : context.arena.keep(assignment.name + "=");
  const Term* value = word_term(context, assignment.value, Place::assignment);
  if (!assignment.subscript)
    return context.arena.node(Label::assignment, {context.arena.live(name), value}, assignment.span);
  const Term* subscript = word_term(context, *assignment.subscript, Place::plain);
  return context.arena.node(Label::assignment, {context.arena.live(name), value, subscript}, assignment.span);
}

void settle_assignments(Context& context, Terms& assignments) {
  if (assignments.size() < 2 || !context.allows(Rule::assignment_order)) return;
  const auto is_simple = [](const Term* each) {
    return each->parts.size() == 2 && each->parts[1]->is_text() && !each->parts[0]->text.ends_with("+=");
  };
  if (!std::ranges::all_of(assignments, is_simple)) return;
  Terms sorted(assignments, context.arena.memory());
  sort_terms(sorted);
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i - 1]->parts[0]->text == sorted[i]->parts[0]->text) return;
  }
  if (sorted != assignments) context.note(Rule::assignment_order, context.arena.keep(print(*assignments[0])));
  assignments = std::move(sorted);
}

}  // namespace assay::equivalence
