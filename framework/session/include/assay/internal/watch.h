// SPDX-License-Identifier: Apache-2.0
// Watches the files of a suite for changes (inotify), and keeps the results of its cases current with them.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "assay/internal/case_part.h"
#include "assay/internal/perform_run.h"
#include "assay/internal/stored_run.h"
#include "assay/internal/suite.h"
#include "assay/result.h"
#include "assay/summary.h"

namespace assay {

// A case whose result changed.
struct WatchedChange {
  std::optional<Result> before;  // none: it is new
  std::optional<Result> now;     // none: it is gone
};

// "miss -> pass  set.case", "new pass", "still miss" with another answer, "gone"; below it the headline
// unless it passed.
std::string to_string(const WatchedChange& change);

// The effects of changed files.
struct WatchedRound {
  std::optional<RunInfo> before;  // none: this is the first round
  RunInfo now;
  std::size_t asked = 0;   // cases whose tool or prompt changed, new ones, and unmeasured ones
  std::size_t graded = 0;  // cases whose earlier answer was graded again
  std::vector<WatchedChange> changes;
  Counts counts;  // of all cases
};

// Asks the part of the suite that `suite` returns, then, whenever its files have changed, only what they
// affect, until `stop`. `report` gets the first round, and each later one that had an effect. Nothing is
// stored. Throws Error if the suite is invalid at first; later, that is a note, and waited out.
void watch_suite(const std::function<Suite()>& suite, const CasePart& part, const RunPlace& place,
                 const std::function<void(const WatchedRound&)>& report, const RunSink& sink,
                 const std::stop_token& stop);

}  // namespace assay
