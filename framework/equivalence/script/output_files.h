// SPDX-License-Identifier: Apache-2.0
// Whether a script sends output to a file.
#pragma once

#include <string_view>

namespace assay::equivalence {

// Whether the script, judging by its text, may redirect anything to a file but /dev/null. Errs on the side of
// yes.
bool may_write_files(std::string_view script);

}  // namespace assay::equivalence
