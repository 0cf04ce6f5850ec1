// SPDX-License-Identifier: Apache-2.0
// Numbers, sizes, durations and lists as utilities write them: pure functions from text to text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::equivalence {

bool is_digits(std::string_view text);

// One text for all spellings of a value; none for a text of another kind.
std::optional<std::string> canonical_integer(std::string_view text);
std::optional<std::string> canonical_size(std::string_view text);
std::optional<std::string> canonical_duration(std::string_view text);
std::optional<std::string> canonical_list(std::string_view text);

}  // namespace assay::equivalence
