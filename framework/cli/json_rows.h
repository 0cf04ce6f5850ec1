// SPDX-License-Identifier: Apache-2.0
// Files of JSON objects, one per line.
#pragma once

#include <filesystem>
#include <functional>

#include "assay/internal/json.h"

namespace assay::cli {

// Skips blank lines. Throws Error naming file and line for a line that is not JSON; exceptions of `take`
// propagate.
void read_rows(const std::filesystem::path& file,
               const std::function<void(const JsonValue& row, const SourceLine& where)>& take);

}  // namespace assay::cli
