// SPDX-License-Identifier: Apache-2.0
// Arguments that xargs receives from the command before it. Each function returns whether it changed
// something.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// tr '\n' '\0' | xargs -0 is xargs -d '\n'.
bool read_line_separators(Context& context, Stages& stages, std::size_t at);

// echo a b | xargs x is x a b; likewise for lines, or texts each followed by a NUL byte.
bool read_known_arguments(Context& context, Stages& stages);

}  // namespace assay::equivalence
