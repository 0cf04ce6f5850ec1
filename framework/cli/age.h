// SPDX-License-Identifier: Apache-2.0
// Ages as written on the command line: 12h, 30d, 8w.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace assay::cli {

// A whole number of at most six digits followed by h, d or w; none for anything else.
std::optional<std::chrono::hours> age_from(std::string_view text);

}  // namespace assay::cli
