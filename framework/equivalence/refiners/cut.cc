#include "languages/field_list.h"
#include "refiners/refiners.h"

namespace assay::equivalence {

void refine_cut(Context& context, Call& call) {
  if (!context.allows(Rule::field_list)) return;
  const bool joins = call.has("-f") || !call.has("--output-delimiter");
  if (!joins) return;
  for (Setting& each : call.options) {
    if (each.option->kind != ValueKind::field_list || !each.value || !each.value->is_text()) continue;
    const auto merged = merged_field_list(each.value->text);
    if (!merged || *merged == each.value->text) continue;
    context.note(Rule::field_list, *each.value);
    each.value = context.arena.text(context.arena.keep(*merged), each.span);
  }
}

}  // namespace assay::equivalence
