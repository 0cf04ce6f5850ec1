// SPDX-License-Identifier: Apache-2.0
// Doubtful constructs in one command, and in a dataset that is not in a file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/utilities.h"
#include "assay/lint.h"

namespace assay {

struct Doubt {
  enum class Kind { syntax, unknown_utility, unknown_option, danger } kind = Kind::syntax;
  std::string what;                            // one line
  std::optional<RiskLevel> allowed_from = {};  // for a danger
};

// A syntax error alone, or every utility and option missing from the tables and every danger
// (assay/internal/risk.h), including those of wrapped commands. Words known only at run time are skipped.
std::vector<Doubt> doubts(std::string_view command, const UtilityTables& tables);

// Whether the case accepts commands: the levels for plain text and patterns grade other things.
bool holds_commands(const Case& test);

// The findings in such a dataset, as lint() of assay/lint.h has them: those in its texts, then its worlds
// that do not exist or are invalid. Nothing is run.
std::vector<LintFinding> lint(const Dataset& dataset, const UtilityTables& tables);

}  // namespace assay
