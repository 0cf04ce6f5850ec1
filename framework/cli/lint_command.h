// SPDX-License-Identifier: Apache-2.0
// Finds doubtful constructs in one command, for authors of datasets who need references that can be graded.
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
  std::optional<RiskLevel> allowed_from = {};  // for a danger
};

// A syntax error alone, or every utility and option missing from the tables and every danger
// (assay/internal/risk.h), including those of wrapped commands. Words known only at run time are skipped.
std::vector<Doubt> doubts(std::string_view command, const UtilityTables& tables);

}  // namespace assay::cli
