// SPDX-License-Identifier: Apache-2.0
// sudo before commands that only root may run anyway.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// sudo mount d is mount d if root runs it. Returns whether it changed something.
bool drop_needless_sudo(Context& context, Stage& stage);

}  // namespace assay::equivalence
