// SPDX-License-Identifier: Apache-2.0
// The one report that CI is pointed at: <suite>.junit.xml beside runs/.
//
// It is of the newest call, whatever became of that: the first process of a call replaces it by an error, and
// the end of the run replaces that. So nobody reads the green of an earlier call.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "assay/internal/gate.h"
#include "assay/internal/suite.h"

namespace assay {

std::filesystem::path suite_report(const Suite& suite);

// One <error>: a run was begun, and nobody said yet how it ended.
void write_begun(const Suite& suite, const std::string& run_id);
// One <error>: why there is no report.
void write_broken(const Suite& suite, const std::vector<Problem>& problems);
// The run's cases, as in its own folder, whose attachments it names.
void write_ended(const Suite& suite, const Run& run, const GateResult& gate);

}  // namespace assay
