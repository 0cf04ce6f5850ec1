// SPDX-License-Identifier: Apache-2.0
// Templates of promptfoo as far as they only put variables into a text: "Translate: {{request}}".
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace assay::convert {

using Variables = std::map<std::string, std::string, std::less<>>;

// The variables that a template puts in; none where it does more than that (filters, conditions, calls).
std::optional<std::set<std::string>> variables_of(std::string_view text);
// None where it does more, or a variable is missing.
std::optional<std::string> rendered(std::string_view text, const Variables& variables);

}  // namespace assay::convert
