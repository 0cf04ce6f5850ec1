// SPDX-License-Identifier: Apache-2.0
// Asks the cases of a plan and stores every finished one: all of them, or together with other workers those
// that a server leases to this one.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "assay/internal/case_source.h"
#include "assay/internal/case_store.h"
#include "assay/internal/ordered_view.h"
#include "assay/internal/plan.h"
#include "assay/internal/work_queue.h"
#include "assay/store.h"

namespace assay {

// Asks until every case has been measured `attempts` times or asked that often without a measurement; all
// first attempts come before the second ones. Measured cases in `finished` count and are not asked again.
// Shows the progress if standard error is a terminal. Each result is committed to the run before its case
// frees its slot among the plan's `jobs`, so a kill loses no other results. Results of recorded answers are
// committed in batches of up to kRecordedAtOnce; a kill may lose a batch, which --resume grades again. A
// stop ends the tools; cases not graded by then have no result. Throws Error if a result cannot be stored,
// and any exception that broke the harness. REQUIRES: the store has the run. `view`, if not null, gets each
// stored result.
void ask(const Plan& plan, int attempts, std::span<const FinishedCase> finished, Store& store,
         std::stop_token stop = {}, OrderedView* view = nullptr);

// After this many workers crashed on a case or let its lease expire, no other worker gets it: it is
// unmeasured, with the reason.
inline constexpr int kMostWorkersOfACase = 3;

// The cases of a run, once per attempt: all first attempts before the second ones.
struct LeasedCases {
  CaseSource cases;
  std::vector<int> attempts;  // by index
};
// Reads from `cases`, which must outlive it.
LeasedCases every_attempt(const CaseStore& cases, int attempts);
std::vector<WorkItem> items_of(const LeasedCases& leased);

struct LeasedEnd {
  std::size_t answered = 0;      // this worker's results that count
  std::size_t too_late = 0;      // its other results: another worker's came first
  std::optional<Problem> fault;  // the server's, after which it was left alone
  bool is_server_lost = false;   // the fault is that it is gone
  std::size_t kept_here = 0;     // results that could not reach the server; they are in the fallback store
  std::size_t dropped = 0;       // results that could not be written there either
  std::optional<Problem> fallback_fault;  // why they could not be written there
  std::string obstacle;                   // why the tool cannot be asked on this machine; empty: it can
};

// Asks until every item of the queue has a result from any worker. If the server is lost or refuses a
// statement, the cases in progress are asked to their end, and their results go to the store that
// `open_fallback` opens, together with the run; a result that it has from an earlier loss stays. If the tool
// cannot be started or its fixture fails, cases are given back, since other machines may be able to ask them.
// A stop ends the tools and gives back the leases. `queue` must hold items_of(leased). Throws whatever broke
// the harness.
LeasedEnd ask_leased(const Plan& plan, const LeasedCases& leased, WorkQueue& queue,
                     const std::function<Store()>& open_fallback, std::stop_token stop = {});

}  // namespace assay
