// SPDX-License-Identifier: Apache-2.0
// The end of a run: fragments become one Run, its reports and the gate's word.
#pragma once

#include <iosfwd>

#include "assay/gtest.h"
#include "assay/internal/fragments.h"
#include "assay/internal/gate.h"
#include "assay/internal/keeper.h"
#include "case_index.h"
#include "suite.h"

namespace assay {

struct Aggregated {
  Run run;
  GateResult gate;
  std::filesystem::path folder;
  // Of an earlier call, whose reports stand as they are: nothing was run in this one.
  bool earlier = false;
  std::vector<Problem> problems;  // of fragments that could not be read, of datasets that are not valid
  std::filesystem::path store;    // where the run is kept; empty: nowhere
  std::vector<Problem> unstored;  // why the run is not in the suite's store, though its reports are whole
};

// From now on this is the suite's newest run, and its report says that it has not ended.
void begin_run(const BuiltSuite& suite, const std::string& run_id);

// Writes a run's reports where it has none yet, moves `latest` where the run is complete and every dataset
// could be read, stores it, and makes the suite's report. `now` is the run as this call describes it, of the
// cases of `index`. Throws Error where the reports cannot be written.
Aggregated aggregate(const BuiltSuite& suite, const Extensions& extensions, const CaseIndex& index,
                     const RunInfo& now, ReserveKeeper& keeper, Fragments fragments);

// The run that --assay_aggregate means: the given one, else this ctest call's if it has results, else the
// newest.
std::string run_to_aggregate(const BuiltSuite& suite, const std::string& given);

// Whether a case of this call of ctest has a result.
bool has_session(const BuiltSuite& suite);

// The newest complete run. Throws Error where there is none.
std::string latest_complete_run(const BuiltSuite& suite);
// A run, read again from its folder. Throws Error where it has no reports, or not all cases.
Run finished_run(const BuiltSuite& suite, const std::string& id);

}  // namespace assay
