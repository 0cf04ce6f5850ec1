// SPDX-License-Identifier: Apache-2.0
// What the shell does besides producing text when it expands a word.
#pragma once

#include "tree/term.h"

namespace assay::equivalence {

// Whether expanding it may set a variable or fail (${x:=a}, ${x?}, $((i++)), $((1/n))): then it matters which
// process does so, and when. What a substitution does in a shell of its own does not count.
bool may_act(const Term& word);

}  // namespace assay::equivalence
