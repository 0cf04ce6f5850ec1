// SPDX-License-Identifier: Apache-2.0
// Errors and doubts in a dataset beyond its schema.
#pragma once

#include <string>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/utilities.h"

namespace assay::cli {

enum class Severity { error, warning };

struct Finding {
  SourceLine where;
  std::string id;  // of the case; empty for the file as a whole
  Severity severity = Severity::warning;
  std::string rule;  // parse, unknown_utility, unknown_option, risk, duplicate, contradiction,
                     // redundant_alternative, schema, world, and those of lint_run.h
  std::string what;  // one line
  std::string next;  // a possible remedy; may be empty
};

// Whether the case accepts commands: the levels for plain text and patterns grade other things.
bool holds_commands(const Case& asked);

// In line order. Pure.
std::vector<Finding> lint(const Dataset& dataset, const UtilityTables& tables);

}  // namespace assay::cli
