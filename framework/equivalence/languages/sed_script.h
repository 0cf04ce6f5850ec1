// SPDX-License-Identifier: Apache-2.0
// Scripts of sed, if they are simple, and their patterns and replacements.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "languages/pattern.h"

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

struct SedScript {
  std::string text;
  int commands = 0;           // at the top level
  bool has_patterns = false;  // which are extended expressions
};

// The script with its patterns as extended expressions; `fixed` leaves them as they are. None as below.
std::optional<SedScript> read_sed_script(std::string_view script, RegexDialect dialect, SetClasses classes);

// Commands joined by ';', without meaningless blanks. None if it contains commands that are not handled:
// text, files, labels.
std::optional<std::string> canonical_sed_script(std::string_view script);

// `head` or `tail` and the value of -n that print the same lines as a canonical script.
struct FirstLines {
  std::string_view utility;
  std::string lines;
};
// Whether sed prints every line, or with -n only those that the script names.
enum class Printing { all, on_demand };
std::optional<FirstLines> first_lines(std::string_view script, Printing printing);

}  // namespace assay::equivalence
