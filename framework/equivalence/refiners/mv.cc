// SPDX-License-Identifier: Apache-2.0
// mv, cp and ln.
#include <string>

#include "call/made_call.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
// mv a dest/ is mv a dest/a. cp --parents keeps the folders of a, and wants a folder.
void refine_mv(Context& context, Call& call) {
  if (!context.allows(Rule::target_folder) || !call.tail.empty() || call.operands.size() != 2) return;
  if (call.has("-t") || call.has("-T") || call.has("-v") || call.has("-r") || call.has("--parents")) return;
  const Term& source = *call.operands[0];
  const Term& target = *call.operands[1];
  if (!source.is_text() || !target.is_text() || !target.text.ends_with('/')) return;
  const std::string_view name = source.text.substr(source.text.rfind('/') + 1);
  if (name.empty() || name == "." || name == "..") return;
  context.assume(Rule::target_folder, target);
  const std::string path = std::string(target.text) + std::string(name);
  call.operands[1] = context.arena.text(context.arena.keep(path), target.span);
}

// ln a b is cp -l a b. If a is not a regular file, cp may link what ln does not, and if b exists, they behave
// differently. So no other command of the script may make b, and this one must not run twice.
void refine_ln(Context& context, Call& call) {
  const bool is_plain = call.tail.empty() && call.options.empty() && call.operands.size() == 2 &&
                        call.operands[0]->is_text() && call.operands[1]->is_text();
  const bool runs_once = context.runs == 1 && context.depth == 0;
  const Call* copy = context.allows(Rule::hard_link) && is_plain && runs_once
                         ? make_call(context, "cp", call.name->span)
                         : nullptr;
  if (!copy) return;
  context.assume(Rule::hard_link, *call.operands[1]);
  call.utility = copy->utility;
  call.name = copy->name;
  add_option(context, call, "-l");
  refine_mv(context, call);
}

}  // namespace assay::equivalence
