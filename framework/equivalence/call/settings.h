// SPDX-License-Identifier: Apache-2.0
// The options of a call in relation to each other.
#pragma once

#include "assay/internal/utilities.h"
#include "call/call.h"
#include "context.h"

namespace assay::equivalence {

// Sorts into the first of all orders reachable by swapping independent neighbours, and drops options that
// later ones cancel.
void put_in_order(Context& context, const Utility& utility, Settings& settings);

// Expands bundles, fills in omitted arguments, and gives values and options one spelling.
void spell_canonically(Context& context, const Utility& utility, Settings& settings);

// Drops options that say the same as leaving them out. Nothing is dropped from a wrapper without a command:
// nice -n 10 is refused, but nice prints a number.
void drop_defaults(Context& context, Call& call);

// Gives the value of an option or an operand one spelling, by its kind.

// Returns the same term if nothing is known or the rung is too low.
const Term* value_of(Context& context, const Option& option, const Term& value);
const Term* value_of(Context& context, ValueKind kind, const Term& value);

}  // namespace assay::equivalence
