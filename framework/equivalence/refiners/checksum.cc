// SPDX-License-Identifier: Apache-2.0
// md5sum and its kin.
#include "refiners/refiners.h"

namespace assay::equivalence {

// Text mode is the default of the checksums, and an error where they are checked.
void refine_checksum(Context& context, Call& call) {
  if (!context.allows(Rule::default_value) || !call.has("-t") || call.has("-b") || call.has("-c") ||
      call.has("--tag"))
    return;
  context.note(Rule::default_value, "-t");
  call.remove("-t");
}

}  // namespace assay::equivalence
