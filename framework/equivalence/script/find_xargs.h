// SPDX-License-Identifier: Apache-2.0
// find in front of xargs as one call of find.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// find … -print0 | xargs -0 x is find … -exec x {} +. Where nothing is found, xargs without -r still runs x:
// a call that fails for want of an operand is one that was taken not to.
bool join_find_and_xargs(Context& context, Stages& stages, std::size_t at);

}  // namespace assay::equivalence
