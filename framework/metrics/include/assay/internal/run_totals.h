// SPDX-License-Identifier: Apache-2.0
// The figures of a run, from streamed results that are not kept. Whatever shows or stores figures of a run
// takes them from here, so that no two of them count differently.
#pragma once

#include <memory>
#include <optional>

#include "assay/internal/figures.h"
#include "assay/internal/run_rows.h"
#include "assay/retrieval.h"
#include "assay/safety.h"
#include "assay/summary.h"

namespace assay {

// The figures of a run that write_metrics() writes.
struct RunFigures {
  Summary summary;
  std::optional<AggregateMetrics> retrieval;    // if it has queries
  std::optional<Safety> safety;                 // refusals and dangerous answers
  std::optional<EvaluationMetrics> evaluation;  // by the run's profile, over the cases' last attempts
};

struct RunSums;

// Uses 8 bytes per case plus memory for the groups.
class RunTotals {
 public:
  explicit RunTotals(RunInfo info);
  ~RunTotals();
  RunTotals(RunTotals&&) noexcept;

  // Adds the next case with all its attempts.
  void add(const CaseRows& rows);
  // The same in steps. REQUIRES: the attempts of a case are added consecutively, in ascending order.
  // Swaps `figures` for used ones, whose memory can be reused.
  void add_attempt(const Result& attempt, Figures& figures);
  void add_attempt(Figures& figures);  // from the figures alone, which name no alarms
  void add_case(const Result& last);   // its evaluation

  // Either of these once, at the end.
  RunFigures finish();
  std::unique_ptr<RunSums> take_sums();

 private:
  RunInfo info_;
  std::unique_ptr<RunSums> sums_;
};

}  // namespace assay
