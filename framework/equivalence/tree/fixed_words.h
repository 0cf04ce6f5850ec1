// SPDX-License-Identifier: Apache-2.0
// Command substitutions whose words are known.
#pragma once

#include "context.h"

namespace assay::equivalence {

// $(seq 3) is 1 2 3, and $(echo a b) is a b: appends the words if the whole word is such a substitution
// without quotes.
bool append_fixed_words(Context& context, const Term& word, Terms& arguments);

}  // namespace assay::equivalence
