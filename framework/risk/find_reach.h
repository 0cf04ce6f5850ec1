// SPDX-License-Identifier: Apache-2.0
// How far an action of find reaches.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::risk {

// Whether `action` in find's expression reaches (nearly) everything below its folders, because no test before
// it excludes most files. A negated test excludes little, and words after the action are not tests of it.
// `action` is -delete, -exec …; empty: the end of the expression.
bool reaches_all(const std::vector<std::string>& expression, std::string_view action);

}  // namespace assay::risk
