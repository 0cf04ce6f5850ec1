// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "languages/number.h"
#include "refiners/refiners.h"

namespace assay::equivalence {

// seq 1 5 and seq 1 1 5 are seq 5.
void refine_seq(Context& context, Call& call) {
  if (!context.allows(rule::sequence_start) || !call.tail.empty() || call.has("-f")) return;
  if (!std::ranges::all_of(call.operands,
                           [](const Term* each) { return each->is_text() && is_digits(each->text); }))
    return;
  if (call.operands.size() == 3 && call.operands[1]->text == "1") {
    context.note(rule::sequence_start, "1");
    call.operands.erase(call.operands.begin() + 1);
  }
  if (call.operands.size() == 2 && call.operands[0]->text == "1") {
    context.note(rule::sequence_start, "1");
    call.operands.erase(call.operands.begin());
  }
}

constexpr Rule rule::sequence_start = {.id = "sequence-start",
                                       .rung = Rung::utility,
                                       .meaning = "a start and a step of 1 may be left out",
                                       .same = {"seq 1 5", "seq 5"},
                                       .apart = {"seq 2 5", "seq 5"}};

}  // namespace assay::equivalence
