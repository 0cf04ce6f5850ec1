// SPDX-License-Identifier: Apache-2.0
// Standard error: its text is not looked at, unless the script itself leads it somewhere.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// Whether the command, or what runs within it, has its standard error where somebody may read it: in a file,
// a pipe, or another descriptor. /dev/null is not such a place.
bool shows_errors(const shell::Command& command);

// 2>/dev/null, and options that do nothing but keep text from standard error, change nothing where nobody
// looks.
void drop_unseen_errors(Context& context, Stages& stages);

}  // namespace assay::equivalence
