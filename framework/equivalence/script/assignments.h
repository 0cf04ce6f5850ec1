// Assignments, alone or in front of a command.
#pragma once

#include "assay/internal/shell_tree.h"
#include "context.h"

namespace assay::equivalence {

const Term* assignment_term(Context& context, const shell::Assignment& assignment);

// Assignments of fixed texts to different variables may change places.
void settle_assignments(Context& context, Terms& assignments);

}  // namespace assay::equivalence
