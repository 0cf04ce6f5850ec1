// SPDX-License-Identifier: Apache-2.0
// Findings of lint as JSON.
#pragma once

#include "assay/lint.h"
#include "terminal.h"

namespace assay::cli {

nlohmann::ordered_json json_of(const LintFinding& finding);

}  // namespace assay::cli
