// Lists, pipelines and compound commands as terms.
#pragma once

#include "assay/shell_tree.h"
#include "context.h"

namespace assay::canonical {

const Term* list_term(Context& context, const shell::List& list);

}  // namespace assay::canonical
