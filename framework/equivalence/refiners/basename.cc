#include "call/made_call.h"
#include "refiners/refiners.h"

namespace assay::equivalence {

// basename path suffix is basename -s suffix path.
void refine_basename(Context& context, Call& call) {
  if (!context.allows(Rule::option_name) || !call.tail.empty() || call.operands.size() != 2 ||
      !call.has_only({"-z"}))
    return;
  const Term& suffix = *call.operands[1];
  if (!suffix.is_text() || suffix.text.empty()) return;
  context.note(Rule::option_name, suffix);
  call.operands.pop_back();
  add_option(context, call, "-s", suffix.text);
}

}  // namespace assay::equivalence
