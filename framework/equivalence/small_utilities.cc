// Utilities that a few lines are enough for.
#include <algorithm>

#include "field_list.h"
#include "refiners.h"
#include "signal_name.h"
#include "value.h"
#include "words.h"

namespace assay::equivalence {
namespace {

bool is_text(const Term& term, std::string_view text) { return term.is_text() && term.text == text; }

// ! -z x and -n x are x.
void shorten_test(Context& context, Terms& operands) {
  if (operands.size() == 3 && is_text(*operands[0], "!") && is_text(*operands[1], "-z")) {
    operands.erase(operands.begin(), operands.begin() + 2);
  } else if (operands.size() == 2 && is_text(*operands[0], "-n")) {
    operands.erase(operands.begin());
  } else if (operands.size() == 3 && is_text(*operands[1], "==")) {
    operands[1] = context.arena.text("=");
  } else {
    return;
  }
  context.note(Rule::test_brackets, *operands[0]);
}

}  // namespace

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

// kill -9, -n 9 and -s KILL.
void refine_kill(Context& context, Call& call) {
  if (!context.allows(Rule::signal_value)) return;
  Setting* number = call.find("-n");
  const OptionId name = call.utility->find_option("-s");
  if (!number || name == no_option || call.has("-s") || !number->value || !number->value->is_text()) return;
  const auto signal = canonical_signal(number->value->text);
  if (!signal) return;
  context.note(Rule::signal_value, *number->value);
  number->parsed.id = name;
  number->option = &call.utility->options[name];
  number->value = context.arena.text(context.arena.keep(*signal), number->span);
}

// seq 1 5 and seq 1 1 5 are seq 5.
void refine_seq(Context& context, Call& call) {
  if (!context.allows(Rule::sequence_start) || !call.tail.empty() || call.has("-f")) return;
  if (!std::ranges::all_of(call.operands,
                           [](const Term* each) { return each->is_text() && is_digits(each->text); }))
    return;
  if (call.operands.size() == 3 && call.operands[1]->text == "1") {
    context.note(Rule::sequence_start, "1");
    call.operands.erase(call.operands.begin() + 1);
  }
  if (call.operands.size() == 2 && call.operands[0]->text == "1") {
    context.note(Rule::sequence_start, "1");
    call.operands.erase(call.operands.begin());
  }
}

void refine_test(Context& context, Call& call) {
  if (!context.allows(Rule::test_brackets) || !call.tail.empty()) return;
  if (std::ranges::all_of(call.operands, [](const Term* each) { return is_one_word(*each); })) {
    shorten_test(context, call.operands);
  }
}

void refine_true(Context& context, Call& call) {
  if (!context.allows(Rule::no_operation) || !call.tail.empty() || !call.options.empty()) return;
  if (!std::ranges::all_of(call.operands, [](const Term* each) { return each->is_text(); })) return;
  if (call.name->text == "true" && call.operands.empty()) return;
  if (call.name->text == "true" && call.operands.size() == 1) return;  // /bin/true --help
  context.note(Rule::no_operation, *call.name);
  call.name = context.arena.text("true", call.name->span);
  call.operands.clear();
}

}  // namespace assay::equivalence
