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

}  // namespace assay::posix
