// SPDX-License-Identifier: Apache-2.0
// Header lines that a command prints and a filter cuts off again.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// ss | tail -n +2 | wc -l is ss -H | wc -l. Returns whether it changed something.
bool drop_header(Context& context, Stages& stages, std::size_t at);

}  // namespace assay::equivalence
