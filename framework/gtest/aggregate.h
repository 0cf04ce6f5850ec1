// SPDX-License-Identifier: Apache-2.0
// The end of a run: merges fragments into one Run, writes its reports and applies the gate.
#pragma once

#include <iosfwd>

#include "assay/gtest.h"
#include "assay/internal/fragments.h"
#include "assay/internal/gate.h"
#include "assay/internal/keeper.h"
#include "case_index.h"
#include "earlier_attempts.h"
#include "suite.h"

namespace assay {

struct Aggregated {
  Run run;
  GateResult gate;
  std::filesystem::path folder;
  // The run is an earlier call's, and its reports are left as they are: nothing was run in this call.
  bool earlier = false;
  std::vector<Problem> problems;  // fragments that could not be read, invalid datasets
  std::filesystem::path store;    // where the run is stored; empty: nowhere
  std::vector<Problem> unstored;  // why the run is not in the suite's store, though its reports are complete
};

// Makes this the suite's newest run; its report then says that the run has not ended. `kind`:
// what it counts besides its own results (earlier_attempts.h).
void begin_run(const BuiltSuite& suite, const std::string& run_id, RunKind kind);

// Writes a run's reports if it has none yet, moves `latest` if the run is complete and every dataset could be
// read, stores the run, and writes the suite's report. `now` describes the run as of this call, with the
// cases of `index`. Throws Error if the reports cannot be written.
Aggregated aggregate(const BuiltSuite& suite, const Extensions& extensions, const CaseIndex& index,
                     const RunInfo& now, ReserveKeeper& keeper, Fragments fragments);

// The run that --assay_aggregate refers to: `given` if not empty, else the run of this ctest call if it has
// one, else the newest.
std::string run_to_aggregate(const BuiltSuite& suite, const std::string& given);

// Whether this call of ctest has begun a run.
bool has_session(const BuiltSuite& suite);

// The newest complete run. Throws Error if there is none.
std::string latest_complete_run(const BuiltSuite& suite);
// A run read back from its folder. Throws Error if it has no reports or lacks cases.
Run finished_run(const BuiltSuite& suite, const std::string& id);

}  // namespace assay
