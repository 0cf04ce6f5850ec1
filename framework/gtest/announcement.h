// SPDX-License-Identifier: Apache-2.0
// What a suite's process prints about a run, and its exit status.
#pragma once

#include <filesystem>
#include <vector>

#include "aggregate.h"
#include "assay/internal/exit_status.h"
#include "suite.h"

namespace assay {

// Exit statuses for ctest. kUndecided if standard output failed. To skip, a process prints the mark of the
// index.
int status_for_ctest(int status);
int skip_for_ctest(const CaseIndex& index);

// Prints to standard output, one problem after the other.
void print_problems(const std::vector<Problem>& problems);
// Prints the summary of a run whose reports are in `folder`.
void print_run(const BuiltSuite& suite, const Run& run, const std::filesystem::path& folder);
// Prints everything about a finished run. kHeld if the gate held and the run was stored.
ExitStatus announce(const BuiltSuite& suite, const Aggregated& done);

}  // namespace assay
