// SPDX-License-Identifier: Apache-2.0
// mv, cp and ln.
#include <string>

#include "call/made_call.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
// mv a dest/ is mv a dest/a. cp --parents keeps the folders of a, and wants a folder.
void refine_mv(Context& context, Call& call) {
  if (!context.allows(rule::target_folder) || !call.tail.empty() || call.operands.size() != 2) return;
  if (call.has("-t") || call.has("-T") || call.has("-v") || call.has("-r") || call.has("--parents")) return;
  const Term& source = *call.operands[0];
  const Term& target = *call.operands[1];
  if (!source.is_text() || !target.is_text() || !target.text.ends_with('/')) return;
  const std::string_view name = source.text.substr(source.text.rfind('/') + 1);
  if (name.empty() || name == "." || name == "..") return;
  context.assume(rule::target_folder, target);
  const std::string path = std::string(target.text) + std::string(name);
  call.operands[1] = context.arena.text(context.arena.keep(path), target.span);
}

// ln a b is cp -l a b. If a is not a regular file, cp may link what ln does not, and if b exists, they behave
// differently. So no other command of the script may make b, and this one must not run twice.
void refine_ln(Context& context, Call& call) {
  const bool is_plain = call.tail.empty() && call.options.empty() && call.operands.size() == 2 &&
                        call.operands[0]->is_text() && call.operands[1]->is_text();
  const bool runs_once = context.runs == 1 && context.depth == 0;
  const Call* copy = context.allows(rule::hard_link) && is_plain && runs_once
                         ? make_call(context, "cp", call.name->span)
                         : nullptr;
  if (!copy) return;
  context.assume(rule::hard_link, *call.operands[1]);
  call.utility = copy->utility;
  call.name = copy->name;
  add_option(context, call, "-l");
  refine_mv(context, call);
}

constexpr Rule rule::target_folder = {
    .id = "target-folder",
    .rung = Rung::rewrite,
    .meaning = "the name in the target folder may be written out",
    .same = {"mv a dest/", "mv a dest/a"},
    .apart = {"mv a dest", "mv a dest/a"},
    .assumption =
        "the name with the trailing slash is a folder that holds no folder of that name, nor a link to one",
    .sentence = "{} is a folder that holds no folder of that name, nor a link to one"};

constexpr Rule rule::hard_link = {.id = "hard-link",
                                  .rung = Rung::rewrite,
                                  .meaning = "`cp -l` equals ln",
                                  .same = {"cp -l a n", "ln a n"},
                                  .apart = {"cp -s a n", "ln a n"},
                                  .assumption = "the source is a plain file, and the new name is free",
                                  .sentence = "{} is free, and linked to a plain file"};

}  // namespace assay::equivalence
