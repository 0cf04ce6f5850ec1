// SPDX-License-Identifier: Apache-2.0
// A Summary (assay/summary.h) of results that come one by one and are not kept.
#pragma once

#include <cstddef>
#include <memory>

#include "assay/internal/figures.h"
#include "assay/summary.h"

namespace assay {

// The memory is 8 bytes a case, and that of the groups.
class SummaryAccumulator {
 public:
  explicit SummaryAccumulator(std::size_t expected_cases = 0);
  ~SummaryAccumulator();
  SummaryAccumulator(SummaryAccumulator&&) noexcept;
  // REQUIRES: the attempts of a case come one after the other, in ascending order.
  void add(Figures figures);
  // The same, taking the figures over and leaving others, whose memory can be reused.
  void take(Figures& figures);
  // `expected`: cases of the suite. To be called once.
  Summary finish(std::size_t expected);

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
