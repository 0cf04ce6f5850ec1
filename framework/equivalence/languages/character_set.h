// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::equivalence {

// The bytes that tr takes a set without classes to be: ranges and escapes expanded. None for anything else.
std::optional<std::string> character_set(std::string_view text);

}  // namespace assay::equivalence
