// SPDX-License-Identifier: Apache-2.0
// Assignments, alone or in front of a command.
#pragma once

#include "assay/internal/shell_tree.h"
#include "context.h"

namespace assay::equivalence {

const Term* assignment_term(Context& context, const shell::Assignment& assignment);

// Where `export` or the name in x=$y is quoted, the shell does not read x=$y as an assignment and splits it.
// Such words are marked, so that they are not taken for those without quotes. `words` are the terms of the
// command's words.
void mark_quoted_declaration(Context& context, const shell::SimpleCommand& command, Terms& words);

// Assignments of fixed texts to different variables may change places.
void settle_assignments(Context& context, Terms& assignments);

}  // namespace assay::equivalence
