// SPDX-License-Identifier: Apache-2.0
// The structure of a command, arguments aside.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/utilities.h"

namespace assay {

struct UtilityUse {
  std::string name;
  std::set<std::string> flags;  // by their canonical names if a table knows the utility
};

struct Outline {
  std::vector<UtilityUse> uses;  // in the order of the text, nested ones after the ones that run them
  // The command with "_" for each argument and its flags sorted: equal for commands that differ only in
  // arguments.
  std::string template_text;
};

// None if the parser cannot read it.
std::optional<Outline> outline_of(std::string_view command, const UtilityTables& tables);

}  // namespace assay
