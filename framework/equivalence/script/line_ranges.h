// SPDX-License-Identifier: Apache-2.0
// Lines that awk selects by number only.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// awk 'NR>=3&&NR<=5' is sed -n 3,5p, except for a last line without a newline: awk adds one.
bool read_awk_lines(Context& context, Stages& stages, std::size_t at);

}  // namespace assay::equivalence
