// SPDX-License-Identifier: Apache-2.0
// Lists, pipelines and compound commands as terms.
#pragma once

#include "assay/internal/shell_tree.h"
#include "context.h"

namespace assay::equivalence {

const Term* list_term(Context& context, const shell::List& list);

}  // namespace assay::equivalence
