// SPDX-License-Identifier: Apache-2.0
// Compound commands as terms: groups, conditions, loops, functions.
#pragma once

#include "assay/internal/shell_tree.h"
#include "context.h"

namespace assay::equivalence {

// Null for a simple command. `keeps_subshell`: a redirection of it may change the shell that expands it.
const Term* compound_term(Context& context, const shell::Command::Node& node, bool keeps_subshell);

// The list, in braces if it needs them before a redirection or within a pipeline.
const Term* group_term(Context& context, const Term* list);
bool is_group_needed(const Term& term);
bool is_several(const Term& term);

// The command "true" and nothing else.
bool is_true(const Term& term);

}  // namespace assay::equivalence
