// SPDX-License-Identifier: Apache-2.0
// What "!" inverts: not the failure of a redirection of the compound command directly after it. If o cannot
// be opened, ! ls > o and ! { { ls; } > o; } are true, and ! { ls; } > o is false.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// Keeps the group around a negated command if that was written as a compound command with redirections.
void keep_group_of_negation(Context& context, const shell::Command& negated, Stage& stage);

// ! and the term of `negated`, with a group around redirections whose failure is inverted too.
const Term* negation_term(Context& context, const shell::Command& negated, const Term* term);

}  // namespace assay::equivalence
