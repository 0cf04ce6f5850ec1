// SPDX-License-Identifier: Apache-2.0
// The end of a run: merges fragments and earlier attempts into one Run, writes its reports, applies the gate
// and announces it.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "assay/gtest.h"
#include "assay/internal/best_effort_store.h"
#include "assay/internal/conclusion.h"
#include "assay/internal/gate.h"
#include "assay/internal/run_folder.h"
#include "assay/result.h"
#include "case_index.h"
#include "suite.h"

namespace assay {

// A case that is asked again counts with all its attempts, as long as it is asked of the same tool, by the
// same dataset and settings: otherwise asking often enough would turn any unsteady answer into a pass.
//
// A run of the whole suite begins anew. A run of some cases goes on with the newest run of the whole suite,
// and with the runs of some cases after it; so does a run of what had failed, even if that is every case.

enum class RunKind {
  own,    // of the whole suite, or of some cases
  rerun,  // of what had failed
  shard,  // one of several processes that divide the suite: it goes on with no other run
};

// Records which run of the suite was begun before this one, so that the order of runs depends on no clock,
// and its kind. Call before set_newest().
void note_order(const BuiltSuite& suite, const std::string& run_id, RunKind kind);

struct WithEarlier {
  Run run;  // as given, with the earlier attempts at its cases
  // If the run asks again what had failed: all that the suite's cases have answered since the newest run of
  // the whole suite.
  std::optional<Run> whole;
};

// `run`: the results that are in its own folder. Runs of another subject, and results that cannot be read,
// are left out.
WithEarlier with_earlier(const BuiltSuite& suite, Run run);

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
// what it counts besides its own results (with_earlier).
void begin_run(const BuiltSuite& suite, const std::string& run_id, RunKind kind);

// Writes a run's reports if it has none yet, moves `latest` if the run is complete and every dataset could be
// read, stores the run, and writes the suite's report. `now` describes the run as of this call, with the
// cases of `index`. Throws Error if the reports cannot be written.
Aggregated aggregate(const BuiltSuite& suite, const Extensions& extensions, const CaseIndex& index,
                     const RunInfo& now, BestEffortStore& keeper, Fragments fragments);

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
void print_run(const BuiltSuite& suite, const Run& run, const std::filesystem::path& folder);
// Prints everything about a finished run. kPassed if the gate held and the run was stored.
ExitStatus announce(const BuiltSuite& suite, const Aggregated& done);

}  // namespace assay
