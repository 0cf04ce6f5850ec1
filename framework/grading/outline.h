// SPDX-License-Identifier: Apache-2.0
// What a command consists of, arguments aside.
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
  std::set<std::string> flags;  // by their canonical names where a table reads them
};

struct Outline {
  std::vector<UtilityUse> uses;  // in the order of the text, those inside of others behind them
  // The command with "_" for each argument and its flags in one order: equal for commands that differ in
  // arguments alone.
  std::string template_text;
};

// None where the parser does not read it.
std::optional<Outline> outline_of(std::string_view command, const UtilityTables& tables);

}  // namespace assay
