// Fields that awk prints as they stand.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// awk -F: '{print $1}' is cut -d: -f1, but for a line with fewer fields: cut prints a line without the
// separator whole, where awk prints nothing.
bool read_awk_fields(Context& context, Stage& stage);

}  // namespace assay::equivalence
