// SPDX-License-Identifier: Apache-2.0
#include "ctest_call.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string_view>
#include <vector>

#include "assay/internal/linear_regex.h"

namespace assay {
namespace {

std::vector<std::string> parents_arguments() {
  std::ifstream file(fmt::format("/proc/{}/cmdline", ::getppid()), std::ios::binary);
  std::vector<std::string> arguments;
  for (std::string each; std::getline(file, each, '\0');) arguments.push_back(each);
  return arguments;
}

// CMake's expressions are nearly those of Regex. One that is not might match.
bool may_match(const std::string& expression, const std::string& name) try {
  return Regex(expression).search(name).has_value();
} catch (const RegexFault&) {
  return true;
}

}  // namespace

bool reruns_failed() { return std::ranges::count(parents_arguments(), "--rerun-failed") > 0; }

bool excludes_aggregate(const std::string& suite) {
  const auto arguments = parents_arguments();
  for (std::size_t at = 1; at + 1 < arguments.size(); ++at) {
    const std::string_view option = arguments[at];
    const bool is_of_names = option == "-E" || option == "--exclude-regex";
    const bool is_of_fixtures = option == "-FA" || option == "--fixture-exclude-any" || option == "-FC" ||
                                option == "--fixture-exclude-cleanup";
    if (!is_of_names && !is_of_fixtures) continue;
    if (may_match(arguments[at + 1], is_of_names ? suite + ".aggregate" : "assay." + suite)) return true;
  }
  return false;
}

}  // namespace assay
