// SPDX-License-Identifier: Apache-2.0
// The variable of a loop over plain words.
#pragma once

#include "assay/internal/shell_tree.h"
#include "context.h"

namespace assay::equivalence {

// Whether the loop's variable is one plain word wherever its body reads it: the words contain nothing that
// the shell splits or globs, and nothing in the body may set the variable.
bool is_plain_loop(const Context& context, const shell::For& loop, const Terms& words);

}  // namespace assay::equivalence
