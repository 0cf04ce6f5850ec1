// SPDX-License-Identifier: Apache-2.0
// The options of a call among each other.
#pragma once

#include "call/call.h"

namespace assay::equivalence {

// The first of all orders that swaps of independent neighbours reach, without what later options cancel.
void put_in_order(Context& context, const Utility& utility, Settings& settings);

// Bundles taken apart, what an argument left out means, values and options in one spelling.
void spell_canonically(Context& context, const Utility& utility, Settings& settings);

// Without the options that say what leaving them out says.
void drop_defaults(Context& context, Settings& settings);

}  // namespace assay::equivalence
