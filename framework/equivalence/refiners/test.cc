// SPDX-License-Identifier: Apache-2.0
// test, and [.
#include <algorithm>

#include "refiners/refiners.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

// -h f is -L f.
void spell_link_test(Context& context, Terms& operands) {
  const std::size_t at = operands.size() - 2;
  const bool is_unary = operands.size() == 2 || (operands.size() == 3 && operands[0]->is_text("!"));
  if (!is_unary || !operands[at]->is_text("-h")) return;
  operands[at] = context.arena.text("-L");
  context.note(rule::test_brackets, *operands[at]);
}

// ! -z x and -n x are x; ! -n x and ! x are -z x.
void shorten_test(Context& context, Terms& operands) {
  if (operands.size() == 3 && operands[0]->is_text("!") && operands[1]->is_text("-z")) {
    operands.erase(operands.begin(), operands.begin() + 2);
  } else if (operands.size() == 3 && operands[0]->is_text("!") && operands[1]->is_text("-n")) {
    operands.erase(operands.begin());
    operands[0] = context.arena.text("-z");
  } else if (operands.size() == 2 && operands[0]->is_text("!")) {
    operands[0] = context.arena.text("-z");
  } else if (operands.size() == 2 && operands[0]->is_text("-n")) {
    operands.erase(operands.begin());
  } else if (operands.size() == 3 && operands[1]->is_text("==")) {
    operands[1] = context.arena.text("=");
  } else {
    return;
  }
  context.note(rule::test_brackets, *operands[0]);
}

}  // namespace

void refine_test(Context& context, Call& call) {
  if (!context.allows(rule::test_brackets) || !call.tail.empty()) return;
  if (std::ranges::all_of(call.operands, [](const Term* each) { return is_one_word(*each); })) {
    if (call.operands.size() >= 2) spell_link_test(context, call.operands);
    shorten_test(context, call.operands);
  }
}

constexpr Rule rule::test_brackets = {
    .id = "test-brackets",
    .rung = Rung::utility,
    .meaning = "`[ … ]` equals test; `! -z` equals `-n`, `==` equals `=`, and `-h` equals `-L`",
    .same = {"[ -f a ]", "test -f a"},
    .apart = {"[ $x = a ]", "[ \"$x\" = a ]"}};

}  // namespace assay::equivalence
