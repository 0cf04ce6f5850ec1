// SPDX-License-Identifier: Apache-2.0
// Output shared by several subcommands.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace assay::cli {

enum class JsonLayout { line, indented };
// Bytes that are not UTF-8 are replaced.
void print_json(const nlohmann::ordered_json& json, JsonLayout layout = JsonLayout::line);

}  // namespace assay::cli
