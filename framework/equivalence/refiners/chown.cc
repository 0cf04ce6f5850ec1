#include "call/made_call.h"
#include "refiners/refiners.h"

namespace assay::equivalence {

// chown :g is chgrp g.
void refine_chown(Context& context, Call& call) {
  if (!context.allows(Rule::group_owner) || call.name->text != "chown" || !call.tail.empty() ||
      call.operands.empty() || !call.has_only({"-R", "-h", "-f"}))
    return;
  const Term& owner = *call.operands[0];
  if (!owner.is_text() || owner.text.size() < 2 || owner.text[0] != ':') return;
  Call* chgrp = make_call(context, "chgrp", call.name->span);
  if (!chgrp) return;
  context.note(Rule::group_owner, owner);
  for (const Setting& each : call.options) add_option(context, *chgrp, each.option->name());
  chgrp->operands = call.operands;
  chgrp->operands[0] = context.arena.text(owner.text.substr(1), owner.span);
  call.name = chgrp->name;
  call.utility = chgrp->utility;
  call.options = chgrp->options;
  call.operands = chgrp->operands;
}

}  // namespace assay::equivalence
