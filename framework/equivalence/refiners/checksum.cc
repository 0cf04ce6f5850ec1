// SPDX-License-Identifier: Apache-2.0
// md5sum and the like.
#include "refiners/refiners.h"

namespace assay::equivalence {

// Text mode is the default of the checksum utilities, and an error when checking.
void refine_checksum(Context& context, Call& call) {
  if (!context.allows(rule::default_value) || !call.has("-t") || call.has("-b") || call.has("-c") ||
      call.has("--tag"))
    return;
  context.note(rule::default_value, "-t");
  call.remove("-t");
}

}  // namespace assay::equivalence
