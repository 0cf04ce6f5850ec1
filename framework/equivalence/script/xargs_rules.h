// SPDX-License-Identifier: Apache-2.0
// What xargs is given by the command in front of it. Each returns whether it changed something.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// tr '\n' '\0' | xargs -0 is xargs -d '\n'.
bool read_line_separators(Context& context, Stages& stages, std::size_t at);

// echo a b | xargs x is x a b, and so are lines, or texts with a NUL byte behind each.
bool read_known_arguments(Context& context, Stages& stages);

}  // namespace assay::equivalence
