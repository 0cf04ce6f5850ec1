// SPDX-License-Identifier: Apache-2.0
// Findings of lint as text and JSON.
#pragma once

#include <string>

#include "lint_dataset.h"
#include "terminal.h"

namespace assay::cli {

// "file:line: error: case ID: what [rule]", followed by the next step if there is one; each line ends in a
// newline.
std::string text_of(const Finding& finding);
nlohmann::ordered_json json_of(const Finding& finding);

}  // namespace assay::cli
