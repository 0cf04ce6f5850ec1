// SPDX-License-Identifier: Apache-2.0
// A case that is asked again counts with all its attempts, as long as it is asked of the same tool, by the
// same dataset and settings: otherwise asking often enough would turn any unsteady answer into a pass.
//
// A run of the whole suite begins anew. A run of some cases goes on with the newest run of the whole suite,
// and with the runs of some cases after it; so does a run of what had failed, even if that is every case.
#pragma once

#include <optional>
#include <string>

#include "assay/result.h"
#include "suite.h"

namespace assay {

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

}  // namespace assay
