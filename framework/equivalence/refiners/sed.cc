// sed: one script in one spelling.
#include <algorithm>
#include <optional>
#include <string>

#include "languages/sed_script.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

// The script of all -e options, or the first operand; none where there is no such text.
std::optional<std::string> script_of(const Call& call) {
  std::string script;
  bool found = false;
  for (const Setting& each : call.options) {
    if (each.option->name() != "-e") continue;
    if (!each.value || !each.value->is_text()) return std::nullopt;
    if (found) script += '\n';
    found = true;
    script += each.value->text;
  }
  if (found) return script;
  if (call.operands.empty() || !call.operands[0]->is_text()) return std::nullopt;
  return std::string(call.operands[0]->text);
}

}  // namespace

void refine_sed(Context& context, Call& call) {
  if (!context.allows(Rule::sed_script) || !call.tail.empty() || call.has("-f") || call.has("--posix"))
    return;
  const auto script = script_of(call);
  if (!script) return;
  const auto canonical = canonical_sed_script(*script);
  const bool given = call.has("-e");
  if (!canonical && given && std::ranges::count_if(call.options, [](const Setting& each) {
                               return each.option->name() == "-e";
                             }) > 1) {
    return;
  }
  const std::string& text = canonical ? *canonical : *script;
  if (given || text != call.operands[0]->text) context.note(Rule::sed_script, text);
  const Term* term = context.arena.text(context.arena.keep(text), call.name->span);
  call.remove("-e");
  if (given) {
    call.operands.insert(call.operands.begin(), term);
  } else {
    call.operands[0] = term;
  }
}

}  // namespace assay::equivalence
