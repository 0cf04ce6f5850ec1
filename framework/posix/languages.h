// SPDX-License-Identifier: Apache-2.0
// Finds constructs in patterns and scripts that are not in POSIX's version of the language. Text to findings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::posix {

struct Foreign {
  std::string what;
  std::string instead;
};

enum class Regex { basic, extended, awk };
std::vector<Foreign> foreign_in_regex(std::string_view pattern, Regex dialect);
// The position after a bracket expression that begins at `at`; `at` if none does.
std::size_t behind_brackets(std::string_view text, std::size_t at);

// sed_script.cc
std::vector<Foreign> foreign_in_sed(std::string_view script, Regex dialect);

// Finds what POSIX's awk does not have in programs, and in values of its variables. Text to findings.

std::vector<Foreign> foreign_in_awk(std::string_view program);

// `value` is what -v or an assignment gives to the variable, with its escapes.
std::vector<Foreign> foreign_in_awk_variable(std::string_view name, std::string_view value);

}  // namespace assay::posix
