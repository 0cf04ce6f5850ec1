// SPDX-License-Identifier: Apache-2.0
// Lines that awk chooses by their number alone.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// awk 'NR>=3&&NR<=5' is sed -n 3,5p, but for a last line without a newline, to which awk adds one.
bool read_awk_lines(Context& context, Stage& stage);

}  // namespace assay::equivalence
