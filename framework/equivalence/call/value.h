// SPDX-License-Identifier: Apache-2.0
// Gives the value of an option or an operand one spelling, by its kind.
#pragma once

#include "assay/internal/utilities.h"
#include "context.h"

namespace assay::equivalence {

// Returns the same term if nothing is known or the rung is too low.
const Term* value_of(Context& context, const Option& option, const Term& value);
const Term* value_of(Context& context, ValueKind kind, const Term& value);

}  // namespace assay::equivalence
