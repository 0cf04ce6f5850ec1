// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "call/made_call.h"
#include "refiners/refiners.h"

namespace assay::equivalence {

namespace {

// User 0 and group 0 are called root on every system considered.
void number_root(Context& context, Call& call) {
  if (!context.allows(rule::root_number) || !call.tail.empty() || call.operands.empty() ||
      !call.operands[0]->is_text())
    return;
  const std::string_view owner = call.operands[0]->text;
  const std::size_t colon = owner.find(':');
  std::string user(owner.substr(0, colon));
  std::string group(colon == owner.npos ? std::string_view() : owner.substr(colon + 1));
  if (user != "root" && group != "root") return;
  if (owner == "root:") return;  // root's login group, which a number does not have
  if (user == "root") user = "0";
  if (group == "root") group = "0";
  context.note(rule::root_number, "root");
  call.operands[0] = context.arena.text(context.arena.keep(colon == owner.npos ? user : user + ":" + group),
                                        call.operands[0]->span);
}

}  // namespace

// chown :g is chgrp g.
void refine_chown(Context& context, Call& call) {
  number_root(context, call);
  if (!context.allows(rule::group_owner) || call.name->text != "chown" || !call.tail.empty() ||
      call.operands.empty() || !call.has_only({"-R", "-h", "-f"}))
    return;
  const Term& owner = *call.operands[0];
  if (!owner.is_text() || owner.text.size() < 2 || owner.text[0] != ':') return;
  Call* chgrp = make_call(context, "chgrp", call.name->span);
  if (!chgrp) return;
  context.note(rule::group_owner, owner);
  for (const Setting& each : call.options) add_option(context, *chgrp, each.option->name());
  chgrp->operands = call.operands;
  chgrp->operands[0] = context.arena.text(owner.text.substr(1), owner.span);
  call.name = chgrp->name;
  call.utility = chgrp->utility;
  call.options = chgrp->options;
  call.operands = chgrp->operands;
}

constexpr Rule rule::group_owner = {.id = "group-owner",
                                    .rung = Rung::utility,
                                    .meaning = "chown of only a group equals chgrp",
                                    .same = {"chown :g f", "chgrp g f"},
                                    .apart = {"chown g f", "chgrp g f"}};

constexpr Rule rule::root_number = {.id = "root-number",
                                    .rung = Rung::rewrite,
                                    .meaning = "owners may be named or given by number",
                                    .same = {"chown root:root f", "chown 0:0 f"},
                                    .apart = {"chown root f", "chown root:root f"},
                                    .assumption = "the user and the group with the number 0 are called root"};

}  // namespace assay::equivalence
