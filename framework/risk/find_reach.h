// SPDX-License-Identifier: Apache-2.0
// How far an action of find reaches.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::risk {

// Whether an action at `action` in find's expression reaches (nearly) all that lies below its folders: no
// test before it that lets most of it be. A negated test lets little be, and what stands behind the action is
// no test of it. `action` is -delete, -exec …; empty: the end of the expression.
bool reaches_all(const std::vector<std::string>& expression, std::string_view action);

}  // namespace assay::risk
