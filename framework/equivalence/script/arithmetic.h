// SPDX-License-Identifier: Apache-2.0
// Meaningless blanks in arithmetic.
#pragma once

#include "context.h"

namespace assay::equivalence {

// Removes them from the parts of an expression, if all of it is text.
void drop_blanks(Context& context, Terms& terms);

}  // namespace assay::equivalence
