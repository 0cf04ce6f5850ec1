// SPDX-License-Identifier: Apache-2.0
// Filters in a pipeline that together equal another command. Each function returns whether it changed
// something.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// awk '/x/{print $2}' f is grep -E x f | awk '{print $2}'.
bool split_awk_pattern(Context& context, Stages& stages, std::size_t at);

// rev f | cut -d/ -f1 | rev is awk -F/ '{print $NF}' f.
bool read_last_field(Context& context, Stages& stages, std::size_t at);

// find d -type f -exec grep -l x {} + | sort is grep -r -l x d | sort.
bool read_find_as_grep(Context& context, Stages& stages, std::size_t at);

// echo $HOME is printenv HOME.
bool read_shown_variable(Context& context, Stage& stage);

}  // namespace assay::equivalence
