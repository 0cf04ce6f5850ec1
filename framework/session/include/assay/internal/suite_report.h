// SPDX-License-Identifier: Apache-2.0
// The one report for CI: <suite>.junit.xml beside runs/.
//
// It always describes the newest call: the call's first process replaces it by an error, and the end of the
// run replaces that. A green report of an earlier call is therefore never mistaken for the current one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "assay/internal/gate.h"
#include "assay/internal/suite.h"

namespace assay {

std::filesystem::path suite_report(const Suite& suite);

// One <error>: a run was begun and has not yet reported its end.
void write_begun(const Suite& suite, const std::string& run_id);
// One <error> that says why there is no report.
void write_broken(const Suite& suite, const std::vector<Problem>& problems);
// The run's cases, as in the run's own folder; attachments are referred to there.
void write_ended(const Suite& suite, const Run& run, const GateResult& gate);

}  // namespace assay
