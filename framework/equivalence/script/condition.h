// [[ … ]]
#pragma once

#include "assay/internal/shell_tree.h"
#include "context.h"

namespace assay::equivalence {

const Term* condition_term(Context& context, const shell::Condition& condition);

}  // namespace assay::equivalence
