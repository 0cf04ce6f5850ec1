// SPDX-License-Identifier: Apache-2.0
// The source of a run whose cases were asked by the processes of a suite's tests: their fragments, with the
// earlier attempts at the same cases. Its store is optional.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/extensions.h"
#include "assay/internal/best_effort_store.h"
#include "assay/internal/perform_run.h"
#include "assay/internal/run_folder.h"

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

struct WithEarlier {
  Run run;  // as given, with the earlier attempts at its cases
  // If the run asks again what had failed: all that the suite's cases have answered since the newest run of
  // the whole suite.
  std::optional<Run> whole;
};

// `run`: the results that are in its own folder. Runs of another subject, and results that cannot be read,
// are left out.
WithEarlier with_earlier(const Suite& suite, Run run);

// Makes this the suite's newest run, and records which one was begun before it, so that the order of runs
// depends on no clock; the suite's report then says that the run has not ended. `kind`: what it counts
// besides its own results (with_earlier).
void begin_run(const Suite& suite, const std::string& run_id, RunKind kind);

// Records the subject in the run's folder, from its first process on. Throws Error if it cannot be written.
void pin_subject(const std::filesystem::path& run_folder, const std::string& subject);

// Throws Error if a run without reports has another subject, or an unknown one.
void check_subject(const std::filesystem::path& run_folder, const std::string& subject);

struct AggregateRequest {
  Suite suite;
  std::vector<Reporter> reporters;  // of the suite itself
  RunInfo now;                      // the run, as of this call
  BestEffortStore& store;           // must outlive the source; may have the run's results already
  Fragments fragments;              // the results in the run's folder
  std::vector<Problem> problems;    // invalid datasets; such a run does not become the latest
  std::vector<Problem> left;        // by the tool's fixture
};

// A run that has reports already keeps them; it is judged again, and red if its subject is not that of `now`.
std::unique_ptr<RunSource> aggregated_run(AggregateRequest request);

}  // namespace assay
