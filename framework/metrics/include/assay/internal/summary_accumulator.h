// SPDX-License-Identifier: Apache-2.0
// A Summary (assay/summary.h) of streamed results that are not kept.
#pragma once

#include <cstddef>
#include <memory>

#include "assay/internal/figures.h"
#include "assay/summary.h"

namespace assay {

// Uses 8 bytes per case plus memory for the groups.
class SummaryAccumulator {
 public:
  explicit SummaryAccumulator(std::size_t expected_cases = 0);
  ~SummaryAccumulator();
  SummaryAccumulator(SummaryAccumulator&&) noexcept;
  // REQUIRES: the attempts of a case are added consecutively, in ascending order.
  void add(Figures figures);
  // The same, but swaps `figures` for used ones, whose memory can be reused.
  void take(Figures& figures);
  // `expected`: number of cases in the suite. Call once.
  Summary finish(std::size_t expected);

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
