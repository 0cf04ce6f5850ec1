// SPDX-License-Identifier: Apache-2.0
// Standard error: its text is ignored unless the script itself sends it somewhere.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// Whether the standard error of the command, or of a command inside it, goes where somebody may read it: a
// file, a pipe, or another descriptor. /dev/null does not count.
bool shows_errors(const shell::Command& command);

// Drops 2>/dev/null, and options that only suppress text on standard error, if nobody looks at it.
void drop_unseen_errors(Context& context, Stages& stages);

}  // namespace assay::equivalence
