// SPDX-License-Identifier: Apache-2.0
// Rules about the commands of a pipeline.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// Applies all of them, as far as the rung allows.
void rewrite_pipeline(Context& context, Stages& stages);

// Drops options that only matter on a terminal.
void drop_terminal_options(Context& context, Stages& stages);

// Drops cat behind a text that is piped to it: it only copies the text.
void drop_last_cat(Context& context, Stages& stages);

}  // namespace assay::equivalence
