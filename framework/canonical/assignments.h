// Assignments, alone or in front of a command.
#pragma once

#include "assay/shell_tree.h"
#include "context.h"

namespace assay::canonical {

const Term* assignment_term(Context& context, const shell::Assignment& assignment);

// Assignments of fixed texts to different variables may change places.
void settle_assignments(Context& context, Terms& assignments);

}  // namespace assay::canonical
