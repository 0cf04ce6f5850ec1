// SPDX-License-Identifier: Apache-2.0
// sudo in front of what only root may do anyway.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// sudo mount d is mount d, where it is root who runs it. Returns whether it changed something.
bool drop_needless_sudo(Context& context, Stage& stage);

}  // namespace assay::equivalence
