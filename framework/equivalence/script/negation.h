// SPDX-License-Identifier: Apache-2.0
// What "!" turns round: not the failure of a redirection of the compound command that it stands before. Where
// o cannot be opened, ! ls > o and ! { { ls; } > o; } are true, and ! { ls; } > o is false.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// Keeps the one command that a negation has a group where it is a compound command with redirections.
void keep_group_of_negation(Context& context, const shell::Command& negated, Stage& stage);

// ! and the term of `negated`; a group stands round redirections whose failure is turned round, too.
const Term* negation_term(Context& context, const shell::Command& negated, const Term* term);

}  // namespace assay::equivalence
