// SPDX-License-Identifier: Apache-2.0
// true, and :.
#include <algorithm>

#include "refiners/refiners.h"

namespace assay::equivalence {

void refine_true(Context& context, Call& call) {
  if (!context.allows(rule::no_operation) || !call.tail.empty() || !call.options.empty()) return;
  if (!std::ranges::all_of(call.operands, [](const Term* each) { return each->is_text(); })) return;
  if (call.name->text == "true" && call.operands.empty()) return;
  if (call.name->text == "true" && call.operands.size() == 1) return;  // /bin/true --help
  context.note(rule::no_operation, *call.name);
  call.name = context.arena.text("true", call.name->span);
  call.operands.clear();
}

constexpr Rule rule::no_operation = {.id = "no-operation",
                                     .rung = Rung::utility,
                                     .meaning = "`:` equals true",
                                     .same = {":", "true"},
                                     .apart = {":", "false"}};

}  // namespace assay::equivalence
