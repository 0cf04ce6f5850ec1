// SPDX-License-Identifier: Apache-2.0
// A suite's finished runs: finds them, and prints what became of one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "assay/internal/perform_run.h"
#include "assay/result.h"
#include "case_index.h"
#include "suite.h"

namespace assay {

// The run that --assay_aggregate refers to: `given` if not empty, else the run of this ctest call if it has
// one, else the newest.
std::string run_to_aggregate(const BuiltSuite& suite, const std::string& given);

// Whether this call of ctest has begun a run.
bool has_session(const BuiltSuite& suite);

// The newest complete run. Throws Error if there is none.
std::string latest_complete_run(const BuiltSuite& suite);
// A run read back from its folder. Throws Error if it has no reports or lacks cases.
Run finished_run(const BuiltSuite& suite, const std::string& id);

// Exit statuses for ctest. kError if standard output failed. To skip, a process prints the mark of the
// index.
int status_for_ctest(int status);
int skip_for_ctest(const CaseIndex& index);

// Prints to standard output, one problem after the other.
void print_problems(const std::vector<Problem>& problems);
// Prints the summary of a run whose reports are in `folder`.
void print_run(const BuiltSuite& suite, const RunView& view, const std::filesystem::path& folder);
// Prints everything about a finished run.
void announce(const BuiltSuite& suite, const PerformedRun& run);

}  // namespace assay
