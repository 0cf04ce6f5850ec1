// SPDX-License-Identifier: Apache-2.0
// The end of a run: reports in its folder, the gate's verdict, an exit status.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/extensions.h"
#include "assay/internal/gate.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/run_view.h"
#include "assay/internal/suite.h"

namespace assay {

// The exit statuses of a process that ran a suite, and of the program's commands.
enum ExitStatus {
  kPassed = 0,  // success: the gate held, nothing to report
  kFailed = 1,  // a case or a gate failed; findings; not equivalent
  kError = 2,   // an error or no decision: an unreadable file, cases missing or not measured
  kUsage = 3,   // usage error, or nothing was selected
};

// The fault of a tool that could not be started for any case. Names the program at its line in the tool's
// description, which is where the fault is: the report only has the lines of the cases. None if any case
// could be asked, or ended otherwise. `description`: the file; empty if the tool has none. Throws nothing: a
// description that cannot be read any more is named without a line.
std::optional<Problem> start_fault(const std::filesystem::path& description, const RunView& view);

// The one report for CI: <suite>.junit.xml beside runs/.
//
// It always describes the newest call: the call's first process replaces it by an error, and the end of the
// run replaces that. A green report of an earlier call is therefore never mistaken for the current one.
std::filesystem::path suite_report(const Suite& suite);

// One <error>: a run was begun and has not yet reported its end.
void write_begun(const Suite& suite, const std::string& run_id);
// One <error> that says why there is no report.
void write_broken(const Suite& suite, const std::vector<Problem>& problems);
// The run's cases, as in the run's own folder; attachments are referred to there.
void write_ended(const Suite& suite, const RunView& view, const RunRows& rows);

// Writes all reports of a run, including the suite's `own`, which get all results in memory; returns the view
// built from the rows. Throws Error if one cannot be written.
RunView write_reports(const Suite& suite, const RunRows& rows, const std::filesystem::path& folder,
                      const ViewOptions& options, std::span<const Reporter> own = {});

// The terms of the suite's gate. Throws Error if the gate needs a baseline that cannot be read.
GateTerms terms_of(const Suite& suite);

ExitStatus status_of(const GateResult& gate);
// Of a part that was selected on purpose, the cases decide: held if all of them passed.
ExitStatus status_of_selection(const GateResult& gate, const Summary& summary);

// The gate of a stored run that was killed, or of which shards are missing: in error, so that readers of
// JUnit do not take it for one that was left out on purpose. None if the run has ended.
std::optional<GateResult> gate_of_incomplete(const RunInfo& info);

}  // namespace assay
