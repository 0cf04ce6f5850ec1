// SPDX-License-Identifier: Apache-2.0
// What a utility does with its arguments beyond what its table says: one function per utility.
#pragma once

#include "call/call.h"

namespace assay::equivalence {

void refine(Context& context, Call& call);

}  // namespace assay::equivalence
