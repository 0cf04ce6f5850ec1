// SPDX-License-Identifier: Apache-2.0
// All reports of a run whose rows are read from where they are stored (assay/run_reports.h takes a run in
// memory).
#pragma once

#include "assay/internal/run_rows.h"
#include "assay/internal/run_view.h"
#include "assay/run_reports.h"

namespace assay {

// Like write_run_reports of a Run; returns the view built from the rows, for the console. The rows are read
// twice, with only a few in memory at a time.
RunView write_run_reports(const RunRows& rows, const std::filesystem::path& folder,
                          const RunReportOptions& options = {}, const ViewOptions& view = {});

}  // namespace assay
