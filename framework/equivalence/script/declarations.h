// SPDX-License-Identifier: Apache-2.0
// Words of a command that say the same as others: declarations, env in front of a program.
#pragma once

#include "context.h"

namespace assay::equivalence {

// export x=1 is declare -x x=1, and readonly x=1 is declare -r x=1, where nothing is an option.
void name_declaration(Context& context, Terms& words);

// Takes env and its assignments from the front of a program's words. Returns the assignments as the shell has
// them; env is left where its words may be anything else.
Terms take_environment(Context& context, Terms& words);

}  // namespace assay::equivalence
