// SPDX-License-Identifier: Apache-2.0
// A tool description in JSON, as a Tool.
#pragma once

#include <string>

#include "assay/internal/json.h"
#include "assay/tool.h"

namespace assay::tool {

// A description that says "like" with the members of that ready one that it does not have itself; variables
// of `env` and members of `chat` one by one. Any other as it is. Throws Error where there is no such ready
// one.
JsonValue completed(JsonValue description, const std::string& file);

// Throws Error with everything that is wrong with it. `file` is where it was read: for messages, and relative
// paths are relative to its folder.
Tool tool_from(const JsonValue& description, const std::string& file);
}  // namespace assay::tool
