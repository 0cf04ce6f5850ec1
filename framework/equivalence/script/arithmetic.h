// SPDX-License-Identifier: Apache-2.0
// Blanks in arithmetic that mean nothing.
#pragma once

#include "context.h"

namespace assay::equivalence {

// Takes them out of the parts of an expression, where all of it is text.
void drop_blanks(Context& context, Terms& terms);

}  // namespace assay::equivalence
