// SPDX-License-Identifier: Apache-2.0
// Asking the cases of a plan, every finished one stored.
#pragma once

#include <cstddef>
#include <span>
#include <stop_token>

#include "assay/internal/plan.h"
#include "assay/store.h"

namespace assay {

inline constexpr std::size_t kRecordedTogether = 256;

// Asks until every case was measured `attempts` times, or asked as often in vain: all first attempts before
// the second ones. What has `finished` and was measured counts, and is not asked again. Shows how far it has
// come where standard error is a terminal. Each result is committed to the run before its case stops being
// one of the plan's `jobs`: a kill loses no others. Of recorded answers up to kRecordedTogether results are
// committed together, which a kill may lose and --resume grades again. A stop ends the tools; what was not
// graded then has no result. Throws Error where a result cannot be stored, or what broke the harness.
// REQUIRES: the store has the run.
void ask(const Plan& plan, int attempts, std::span<const FinishedCase> finished, Store& store,
         std::stop_token stop = {});

}  // namespace assay
