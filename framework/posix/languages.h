// SPDX-License-Identifier: Apache-2.0
// Finds constructs in patterns and programs that are not in POSIX's version of the language. Text to
// findings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::posix {

struct Foreign {
  std::string what;
  std::string instead;
};

enum class Regex { basic, extended };
std::vector<Foreign> foreign_in_regex(std::string_view pattern, Regex dialect);
std::vector<Foreign> foreign_in_sed(std::string_view script, Regex dialect);
std::vector<Foreign> foreign_in_awk(std::string_view program);

}  // namespace assay::posix
