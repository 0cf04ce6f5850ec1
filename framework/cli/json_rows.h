// SPDX-License-Identifier: Apache-2.0
// Files of JSON objects, one a line.
#pragma once

#include <filesystem>
#include <functional>

#include "assay/internal/json.h"

namespace assay::cli {

// Blank lines are passed over. Throws Error naming file and line for one that is not JSON, and what `take`
// throws.
void read_rows(const std::filesystem::path& file,
               const std::function<void(const JsonValue& row, const SourceLine& where)>& take);

}  // namespace assay::cli
