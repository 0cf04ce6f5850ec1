// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::equivalence {

// cut's lists: sorted, overlapping ranges as one. Neighbours
// are left apart: --output-delimiter stands between them.
std::optional<std::string> canonical_field_list(std::string_view text);
// Neighbours as one range as well.
std::optional<std::string> merged_field_list(std::string_view text);

}  // namespace assay::equivalence
