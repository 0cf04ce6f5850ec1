// SPDX-License-Identifier: Apache-2.0
// [[ … ]]
#pragma once

#include "assay/internal/shell_tree.h"
#include "call/call.h"

namespace assay::equivalence {

// [[ -f x ]] as test -f x, where its words say the same to both; null where they do not.
Call* test_call(Context& context, const Term& condition);

const Term* condition_term(Context& context, const shell::Condition& condition);

}  // namespace assay::equivalence
