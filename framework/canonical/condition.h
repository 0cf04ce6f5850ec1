// [[ … ]]
#pragma once

#include "assay/shell_tree.h"
#include "context.h"

namespace assay::canonical {

const Term* condition_term(Context& context, const shell::Condition& condition);

}  // namespace assay::canonical
