// SPDX-License-Identifier: Apache-2.0
// [[ … ]]
#pragma once

#include "assay/internal/shell_tree.h"
#include "call/call.h"

namespace assay::equivalence {

// [[ -f x ]] as test -f x, if its words mean the same to test; otherwise null.
Call* test_call(Context& context, const Term& condition);

const Term* condition_term(Context& context, const shell::Condition& condition);

}  // namespace assay::equivalence
