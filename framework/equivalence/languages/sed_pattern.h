// SPDX-License-Identifier: Apache-2.0
// Patterns and replacements of sed, as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::equivalence {

// Converts a basic expression to an extended one, by its syntax only. None if it is odd in either.
std::optional<std::string> extended_pattern(std::string_view basic);

// How [:blank:] and the like in a set are written: `ascii` expands those with few characters.
enum class SetClasses { named, ascii };

// The extended expression with its simple sets in one spelling: [ \t] and [\t ] become one, \s is
// [[:space:]].
std::string settled_sets(std::string_view extended, SetClasses classes);

// Whether a delimiter of s and y has no special meaning in an expression.
bool is_free_delimiter(char c);
// A part between such delimiters, rewritten for slashes.
std::string delimited_by_slash(std::string_view part, char delimiter);

// Whether the address is a single pattern /x/, so that an empty pattern after it means x.
bool is_one_pattern(std::string_view address);

// Whether the replacement names a group that the extended expression lacks: then sed refuses it, but s// only
// where it is run.
bool names_missing_group(std::string_view extended, std::string_view replacement);

// Rewrites s/(x)/[\1]/ as s/x/[&]/ if the group is the whole extended expression and its only one. Returns
// whether it did.
bool drop_group(std::string& pattern, std::string& replacement);

}  // namespace assay::equivalence
