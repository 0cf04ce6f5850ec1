// SPDX-License-Identifier: Apache-2.0
// What a suite's process prints about a run, and what it ends with.
#pragma once

#include <filesystem>
#include <vector>

#include "aggregate.h"
#include "assay/internal/exit_status.h"
#include "suite.h"

namespace assay {

// What ctest is told: only a process that ended well may skip, and then it prints the mark of the index.
int status_for_ctest(int status);
int skip_for_ctest(const CaseIndex& index);

// On standard output, one after the other.
void print_problems(const std::vector<Problem>& problems);
// The summary of a run whose reports are in `folder`.
void print_run(const BuiltSuite& suite, const Run& run, const std::filesystem::path& folder);
// All that a finished run has to say. kHeld where the gate held and the run is where it should be.
ExitStatus announce(const BuiltSuite& suite, const Aggregated& done);

}  // namespace assay
