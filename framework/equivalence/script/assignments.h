// SPDX-License-Identifier: Apache-2.0
// Assignments, alone or before a command.
#pragma once

#include "assay/internal/shell_tree.h"
#include "context.h"

namespace assay::equivalence {

const Term* assignment_term(Context& context, const shell::Assignment& assignment);

// If `export`, or the name in x=$y, is quoted, the shell does not read x=$y as an assignment and splits it.
// Such words are marked, so that they do not equal those without quotes. `words` are the terms of the
// command's words.
void mark_quoted_declaration(Context& context, const shell::SimpleCommand& command, Terms& words);

// Sorts assignments if all set different variables to fixed texts.
void settle_assignments(Context& context, Terms& assignments);

}  // namespace assay::equivalence
