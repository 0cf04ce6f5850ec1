// SPDX-License-Identifier: Apache-2.0
// What a finished run leaves: reports in its folder, the gate's word, an exit status.
#pragma once

#include <filesystem>
#include <vector>

#include "assay/extensions.h"
#include "assay/internal/exit_status.h"
#include "assay/internal/gate.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/run_view.h"
#include "assay/internal/suite.h"

namespace assay {

// All reports of a run, and the suite's own. Throws Error where one cannot be written.
void write_reports(const Suite& suite, const std::vector<Reporter>& own, const Run& run,
                   const ViewOptions& options, const std::filesystem::path& folder);

// The same of rows that are read where they are kept; what it made of them.
RunView write_reports(const Suite& suite, const RunRows& rows, const std::filesystem::path& folder,
                      const ViewOptions& options);

// What the suite's runs are held to. Throws Error where the baseline cannot be read that its gate needs.
GateTerms terms_of(const Suite& suite);

ExitStatus status_of(const GateResult& gate);

}  // namespace assay
