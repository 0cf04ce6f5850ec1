// SPDX-License-Identifier: Apache-2.0
// The value of an option or an operand by its kind, in one spelling.
#pragma once

#include "assay/internal/utilities.h"
#include "context.h"

namespace assay::equivalence {

// The same term where nothing is known or the rung is too low.
const Term* value_of(Context& context, const Option& option, const Term& value);
const Term* value_of(Context& context, ValueKind kind, const Term& value);

}  // namespace assay::equivalence
