// SPDX-License-Identifier: Apache-2.0
// Rewrites export, readonly and env at the front of a command as what they stand for.
#pragma once

#include "context.h"

namespace assay::equivalence {

// export x=1 is declare -x x=1, and readonly x=1 is declare -r x=1, if no word is an option.
void name_declaration(Context& context, Terms& words);

// Takes env and its assignments off the front of a program's words. Returns the assignments as the shell has
// them; env stays if its words may be anything else. `before`: the assignments before env.
Terms take_environment(Context& context, Terms& words, const Terms& before);

}  // namespace assay::equivalence
