// SPDX-License-Identifier: Apache-2.0
// Fields that awk prints unchanged.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// awk -F: '{print $1}' is cut -d: -f1, except for a line with fewer fields: cut prints a line without the
// separator whole, awk prints an empty one.
bool read_awk_fields(Context& context, Stage& stage);

// md5sum f | awk '{print $1}' is md5sum f | cut -d' ' -f1: each line begins with a word and a blank. After du
// -s it is cut -f1.
bool read_first_column(Context& context, Stages& stages, std::size_t at);

}  // namespace assay::equivalence
