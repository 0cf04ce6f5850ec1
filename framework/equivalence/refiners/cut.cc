// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "languages/field_list.h"
#include "refiners/refiners.h"

namespace assay::equivalence {

namespace {

// The default delimiter of fields is the tab.
void drop_tab(Context& context, Call& call) {
  const Setting* delimiter = call.find("-d");
  if (!context.allows(rule::default_value) || !context.defaults_hold || !call.tail.empty() || !delimiter ||
      !call.has("-f"))
    return;
  const bool is_once = std::ranges::count(call.options, delimiter->parsed.id,
                                          [](const Setting& each) { return each.parsed.id; }) == 1;
  if (!is_once || !delimiter->value || !delimiter->value->is_text() || delimiter->value->text != "\t") return;
  context.note(rule::default_value, "-d");
  call.remove("-d");
}

}  // namespace

void refine_cut(Context& context, Call& call) {
  drop_tab(context, call);
  if (!context.allows(rule::field_list)) return;
  const bool joins = call.has("-f") || !call.has("--output-delimiter");
  if (!joins) return;
  for (Setting& each : call.options) {
    if (each.option->kind != ValueKind::field_list || !each.value || !each.value->is_text()) continue;
    const auto merged = merged_field_list(each.value->text);
    if (!merged || *merged == each.value->text) continue;
    context.note(rule::field_list, *each.value);
    each.value = context.arena.text(context.arena.keep(*merged), each.span);
  }
}

}  // namespace assay::equivalence
