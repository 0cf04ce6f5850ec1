// SPDX-License-Identifier: Apache-2.0
// The sums behind RunFigures: they can be stored, and added to those of other parts of the run.
#pragma once

#include <vector>

#include "assay/internal/profile.h"
#include "assay/internal/run_totals.h"
#include "retrieval_totals.h"
#include "summary_totals.h"

namespace assay {

struct RunSums {
  explicit RunSums(std::size_t expected_cases) : summary(expected_cases) {}
  RunFigures finish(const RunInfo& info);

  SummaryTotals summary;
  RetrievalTotals retrieval{HitLevel::chunk};
  EvaluationTotals evaluation;
  std::vector<Placed<Alarm>> alarms;  // the first Safety::kNamed, one per case
};

}  // namespace assay
