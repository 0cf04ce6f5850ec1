// SPDX-License-Identifier: Apache-2.0
// What code hosts read on standard output.
#pragma once

#include <string_view>
#include <vector>

#include "assay/internal/interchange.h"

namespace assay::cli {

// `format`: "sarif", "code-quality" or "annotations". Files are named from the current folder.
void write_findings(std::string_view format, std::vector<CodeFinding> findings);

}  // namespace assay::cli
