// SPDX-License-Identifier: Apache-2.0
// TOML, with the line of every value.
#pragma once

#include <string>
#include <string_view>

#include "node.h"

namespace assay::convert {

// Dates and times become plain text. Throws Error with file and line if the text is not TOML.
Node read_toml(std::string_view text, const std::string& file);

}  // namespace assay::convert
