// SPDX-License-Identifier: Apache-2.0
// Keeps the latest results of a suite that changes while it is watched, and reports how they change.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "assay/internal/plan.h"
#include "assay/result.h"
#include "assay/summary.h"

namespace assay {

class WatchedCases {
 public:
  // A case whose result changed.
  struct Change {
    std::optional<Result> before;  // none: it is new
    std::optional<Result> now;     // none: it is gone
  };
  // The effects of a new plan.
  struct Round {
    std::size_t asked = 0;   // cases whose tool or prompt changed, new ones, and unmeasured ones
    std::size_t graded = 0;  // cases whose earlier answer was graded again
    std::vector<Change> changes;
  };

  // Updates the results to the plan: asks and grades only what it affects. If `stop` is requested, results
  // are missing.
  Round follow(const Plan& plan, std::stop_token stop);

  Counts counts() const;

 private:
  using Key = std::pair<std::string, std::string>;  // dataset and id
  using Results = std::map<Key, Result>;

  std::vector<Case> keep(const Plan& plan, const Results& before, Round& round);
  void ask(const Plan& plan, const std::vector<Case>& cases, std::stop_token stop);

  std::optional<RunInfo> info_;  // of the last plan
  Results results_;
};

// Whether the tool's answers may change.
bool asks_otherwise(const RunInfo& before, const RunInfo& now);

// "miss -> pass  set.case", "new pass", "still miss" with another answer, "gone"; below it the headline
// unless it passed.
std::string to_string(const WatchedCases::Change& change);

}  // namespace assay
