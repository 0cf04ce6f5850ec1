// SPDX-License-Identifier: Apache-2.0
// Patterns and replacements of sed, as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::equivalence {

// A basic expression as an extended one, by its syntax alone. None for what is odd in either.
std::optional<std::string> extended_pattern(std::string_view basic);

// What becomes of [:blank:] and the like in a set: `ascii` writes out those that are few characters.
enum class SetClasses { named, ascii };

// The extended expression with its simple sets in one spelling: [ \t] and [\t ] are one, \s is [[:space:]].
std::string settled_sets(std::string_view extended, SetClasses classes);

// Whether a delimiter of s and y means nothing within an expression.
bool is_free_delimiter(char c);
// A part between such delimiters, as it stands between slashes.
std::string delimited_by_slash(std::string_view part, char delimiter);

// /x/ alone, behind which the empty pattern is x.
bool is_one_pattern(std::string_view address);

// s/(x)/[\1]/ is s/x/[&]/, where the group is all of the extended expression and its only one. Whether it was
// one.
bool drop_group(std::string& pattern, std::string& replacement);

}  // namespace assay::equivalence
