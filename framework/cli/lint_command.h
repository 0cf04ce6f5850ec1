// SPDX-License-Identifier: Apache-2.0
// What is doubtful in one command: for the author of a dataset, who wants references that can be graded.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/utilities.h"

namespace assay::cli {

struct Doubt {
  enum class Kind { syntax, unknown_utility, unknown_option, danger } kind = Kind::syntax;
  std::string what;                            // one line
  std::optional<RiskLevel> allowed_from = {};  // of a danger
};

// A syntax error alone, or every utility and option that the tables do not know and every danger
// (assay/internal/risk.h), wrapped commands included. Words that are only known when the command runs are
// passed over.
std::vector<Doubt> doubts(std::string_view command, const UtilityTables& tables);

}  // namespace assay::cli
