// SPDX-License-Identifier: Apache-2.0
// Merges find and a following xargs into one call of find.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// find … -print0 | xargs -0 x is find … -exec x {} +. If nothing is found, xargs without -r still runs x: the
// rule then assumes that a call without operands, which fails, did not happen.
bool join_find_and_xargs(Context& context, Stages& stages, std::size_t at);

}  // namespace assay::equivalence
