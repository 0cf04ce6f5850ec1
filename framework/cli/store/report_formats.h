// SPDX-License-Identifier: Apache-2.0
// The reports that `assay report --format` prints.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/junit.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/run_view.h"
#include "store/commands.h"

namespace assay::cli {

// The words that name them; the first is the default.
std::vector<std::string> report_formats();

// Prints the report that `options.format` names.
void print_report(const RunRows& rows, const ReportRun& options);

// report.md, as `assay report` shows it.
std::string markdown_of(const RunRows& rows);

// As `assay report` shows a run.
ViewOptions report_options(const RunInfo& info);
JUnitDialect dialect_of(const ReportRun& options);

}  // namespace assay::cli
