// SPDX-License-Identifier: Apache-2.0
// head and tail: signs that a count has by default.
#include <algorithm>
#include <string_view>

#include "languages/number.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

// Of two signs, the second one counts.
bool is_signed(std::string_view text, char sign) {
  return text.size() > 1 && text[0] == sign && is_digits(text.substr(1, 1));
}

// head counts from the start and tail from the end by default, so + and - respectively change nothing.
void drop_sign(Context& context, Call& call, char usual) {
  if (!context.allows(rule::default_value) || !context.defaults_hold || !call.tail.empty()) return;
  const bool counts_bytes = call.has("-c");
  for (Setting& each : call.options) {
    const bool is_count = each.option->name() == "-n" || each.option->name() == "-c";
    if (!is_count || !each.value || !each.value->is_text() || !is_signed(each.value->text, usual)) continue;
    context.note(rule::default_value, *each.value);
    each.value = context.arena.text(each.value->text.substr(1), each.value->span);
  }
  const Setting* lines = call.find("-n");
  const bool is_usual = lines && lines->value && lines->value->is_text() && lines->value->text == "10" &&
                        std::ranges::count(call.options, lines->parsed.id,
                                           [](const Setting& each) { return each.parsed.id; }) == 1;
  if (is_usual && !counts_bytes) call.remove("-n");
}

}  // namespace

void refine_head(Context& context, Call& call) { drop_sign(context, call, '+'); }
void refine_tail(Context& context, Call& call) {
  drop_sign(context, call, '-');
  read_tail_as_cat(context, call);
}

}  // namespace assay::equivalence
