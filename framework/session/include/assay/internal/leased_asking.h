// SPDX-License-Identifier: Apache-2.0
// Asking the cases of a run that other workers ask too: each takes what a server leases to it.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "assay/internal/plan.h"
#include "assay/internal/work_queue.h"
#include "assay/store.h"

namespace assay {

// A case that took so many workers down, or kept them until their leases ran out, is given to no other one:
// it is unmeasured, and says why.
inline constexpr int kMostWorkersOfACase = 3;

// The cases of a run once an attempt: all first attempts before the second ones.
struct LeasedCases {
  std::vector<Case> cases;
  std::vector<int> attempts;  // by index
};
LeasedCases every_attempt(std::vector<Case> cases, int attempts);
// They refer to the cases.
std::vector<WorkItem> items_of(const LeasedCases& asked);

struct LeasedEnd {
  std::size_t answered = 0;         // results of this worker that count
  std::size_t too_late = 0;         // others of it: somebody else's came first
  std::size_t kept_here = 0;        // that the server could not be given: they are in `refuge`
  std::optional<Problem> was_lost;  // what the server said at last
};

// Asks until every item of the queue has a result, by whomever. Where the server is lost, the cases that are
// being asked are asked to their end, and their results go to the store that `refuge` opens, which has the
// run then. A stop ends the tools and gives back what was leased. `queue`: of items_of(asked). Throws what
// broke the harness, and Error where `refuge` cannot be written.
LeasedEnd ask_leased(const Plan& plan, const LeasedCases& asked, WorkQueue& queue,
                     const std::function<Store()>& refuge, std::stop_token stop = {});

}  // namespace assay
