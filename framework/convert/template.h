// SPDX-License-Identifier: Apache-2.0
// Promptfoo templates that only substitute variables: "Translate: {{request}}".
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace assay::convert {

using Variables = std::map<std::string, std::string, std::less<>>;

// The variables that a template substitutes; none if it does more than that (filters, conditions, calls).
std::optional<std::set<std::string>> variables_of(std::string_view text);
// Whether the text names one of the variables between {{ and }}, by itself or first ({{name | upper}}).
bool names_variable(std::string_view text, const Variables& variables);
// None if the template does more, or a variable is missing.
std::optional<std::string> rendered(std::string_view text, const Variables& variables);

}  // namespace assay::convert
