// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::equivalence {

// Lists of cut: sorted, with overlapping ranges merged. Adjacent ranges stay separate, because
// --output-delimiter goes between them.
std::optional<std::string> canonical_field_list(std::string_view text);
// Merges adjacent ranges too.
std::optional<std::string> merged_field_list(std::string_view text);

}  // namespace assay::equivalence
