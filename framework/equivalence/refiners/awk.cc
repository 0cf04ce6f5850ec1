// awk: the program in one spelling, and the field separator as an option.
#include "call/made_call.h"
#include "languages/awk_program.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

// One that looks like a number is one to a program where an option gives it, and text where the program does.
bool is_plain_separator(std::string_view text) {
  return !text.empty() && text != "t" && text.find_first_of("\\\"0123456789") == std::string_view::npos;
}

// -v FS=x, and BEGIN{FS="x"} in front of the program, are -F x.
void use_separator_option(Context& context, Call& call) {
  if (call.has("-F")) return;
  for (Setting& each : call.options) {
    const bool is_separator = each.option->name() == "-v" && each.value && each.value->is_text() &&
                              each.value->text.starts_with("FS=");
    if (!is_separator || call.options.size() > 1 || !is_plain_separator(each.value->text.substr(3))) continue;
    context.note(Rule::field_separator, *each.value);
    const std::string_view separator = each.value->text.substr(3);
    call.options.clear();
    return add_option(context, call, "-F", separator);
  }
  const std::string_view program = call.operands[0]->text;
  constexpr std::string_view kStart = "BEGIN{FS=\"";
  if (!program.starts_with(kStart) || !call.options.empty()) return;
  const std::size_t end = program.find("\"}", kStart.size());
  if (end == std::string_view::npos || end + 2 >= program.size()) return;
  const std::string_view separator = program.substr(kStart.size(), end - kStart.size());
  if (!is_plain_separator(separator)) return;
  context.note(Rule::field_separator, separator);
  add_option(context, call, "-F", separator);
  call.operands[0] = context.arena.text(program.substr(end + 2), call.operands[0]->span);
}

}  // namespace

void refine_awk(Context& context, Call& call) {
  if (!context.allows(Rule::awk_program) || !call.tail.empty() || call.has("-f") || call.operands.empty())
    return;
  const Term& program = *call.operands[0];
  if (!program.is_text()) return;
  const auto canonical = canonical_awk_program(program.text);
  if (!canonical) return;
  if (*canonical != program.text) {
    context.note(Rule::awk_program, program);
    call.operands[0] = context.arena.text(context.arena.keep(*canonical), program.span);
  }
  use_separator_option(context, call);
}

}  // namespace assay::equivalence
