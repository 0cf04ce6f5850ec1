// SPDX-License-Identifier: Apache-2.0
#include "refiners/refiners.h"

namespace assay::equivalence {

// uname prints the kernel's name by default.
void refine_uname(Context& context, Call& call) {
  read_uname_as_hostname(context, call);
  if (!context.allows(rule::default_value) || !context.defaults_hold || !call.tail.empty() ||
      !call.has("-s") || !call.has_only({"-s"}))
    return;
  context.note(rule::default_value, "-s");
  call.remove("-s");
}

}  // namespace assay::equivalence
