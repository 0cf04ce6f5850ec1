// SPDX-License-Identifier: Apache-2.0
// Asks the cases of a plan and stores every finished one.
#pragma once

#include <cstddef>
#include <span>
#include <stop_token>

#include "assay/internal/plan.h"
#include "assay/store.h"

namespace assay {

// Asks until every case has been measured `attempts` times or asked that often without a measurement; all
// first attempts come before the second ones. Measured cases in `finished` count and are not asked again.
// Shows the progress if standard error is a terminal. Each result is committed to the run before its case
// frees its slot among the plan's `jobs`, so a kill loses no other results. Results of recorded answers are
// committed in batches of up to kRecordedAtOnce; a kill may lose a batch, which --resume grades again. A
// stop ends the tools; cases not graded by then have no result. Throws Error if a result cannot be stored,
// and any exception that broke the harness. REQUIRES: the store has the run.
void ask(const Plan& plan, int attempts, std::span<const FinishedCase> finished, Store& store,
         std::stop_token stop = {});

}  // namespace assay
