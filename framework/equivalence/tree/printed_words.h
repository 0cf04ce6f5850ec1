// SPDX-License-Identifier: Apache-2.0
// Commands whose output is one word, whoever runs them.
#pragma once

#include "tree/term.h"

namespace assay::equivalence {

// Whether what the command of $( ) prints, where it succeeds, is a single word that holds neither blanks nor
// anything that a pattern could be made of: a number, a name of a user or a host, a date in digits.
bool prints_one_word(const Term& substitution);

}  // namespace assay::equivalence
