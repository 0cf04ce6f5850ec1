// SPDX-License-Identifier: Apache-2.0
#include "refiners/refiners.h"

namespace assay::equivalence {

// -a and -m together are the same as neither, unless --time names only one of the times.
void refine_touch(Context& context, Call& call) {
  if (!context.allows(rule::default_value) || !call.tail.empty() || !call.has("-a") || !call.has("-m") ||
      call.has("--time"))
    return;
  context.note(rule::default_value, "-a -m");
  call.remove("-a");
  call.remove("-m");
}

}  // namespace assay::equivalence
