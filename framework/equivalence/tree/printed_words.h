// SPDX-License-Identifier: Apache-2.0
// Commands that print a single word, whoever runs them.
#pragma once

#include "tree/term.h"

namespace assay::equivalence {

// Whether the command in $( ), if it succeeds, prints a single word without blanks or glob characters: a
// number, a user or host name, a date in digits.
bool prints_one_word(const Term& substitution);

}  // namespace assay::equivalence
