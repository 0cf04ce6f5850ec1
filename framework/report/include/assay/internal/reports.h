// SPDX-License-Identifier: Apache-2.0
// All reports of a run whose rows are read where they are kept (assay/run_reports.h has the form for one in
// memory).
#pragma once

#include "assay/internal/run_rows.h"
#include "assay/internal/run_view.h"
#include "assay/run_reports.h"

namespace assay {

// As write_run_reports of a Run; what it made of the rows, for the console. The rows are read twice, and few
// of them are in memory at a time.
RunView write_run_reports(const RunRows& rows, const std::filesystem::path& folder,
                          const RunReportOptions& options = {}, const ViewOptions& view = {});

}  // namespace assay
