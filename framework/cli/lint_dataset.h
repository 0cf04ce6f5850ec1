// SPDX-License-Identifier: Apache-2.0
// What is wrong or doubtful in a dataset beyond its schema.
#pragma once

#include <string>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/utilities.h"

namespace assay::cli {

enum class Severity { error, warning };

struct Finding {
  SourceLine where;
  std::string id;  // of the case; empty where the file as a whole is meant
  Severity severity = Severity::warning;
  std::string rule;  // parse, unknown_utility, unknown_option, risk, duplicate, contradiction,
                     // redundant_alternative, schema, world, and those of lint_run.h
  std::string what;  // one line
  std::string next;  // what can be done about it; may be empty
};

// Whether what a case accepts is commands: words and patterns are graded by levels of their own.
bool holds_commands(const Case& asked);

// In line order. Pure.
std::vector<Finding> lint(const Dataset& dataset, const UtilityTables& tables);

}  // namespace assay::cli
