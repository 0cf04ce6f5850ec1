// SPDX-License-Identifier: Apache-2.0
// How long the tool took: percentiles and the slowest cases of streamed times.
#pragma once

#include <algorithm>
#include <vector>

#include "assay/internal/figures.h"
#include "assay/summary.h"
#include "case_place.h"

namespace assay {

class Latencies {
 public:
  // `expected`: approximate number of times.
  explicit Latencies(std::size_t expected) { times_.reserve(std::min(expected, kMostForetold)); }
  // REQUIRES: figures.latency.
  void add(const Figures& figures, const CasePlace& place);
  // Fills in the summary's latency and slowest cases. Call once.
  void finish(Summary& summary);
  // Removes and returns the times, in nanoseconds and ascending order.
  std::vector<std::int64_t> take_times();
  // Slowest first; on a tie, in order of arrival.
  std::vector<Placed<SlowCase>>& slowest() { return slowest_; }

 private:
  static constexpr std::size_t kMostForetold = 1'000'000;  // the number in a file may be arbitrary
  std::vector<std::int64_t> times_;                        // nanoseconds
  std::vector<Placed<SlowCase>> slowest_;
};

// Number of slowest cases named in a summary.
inline constexpr std::size_t kSlowestNamed = 10;

// "dataset.case".
std::string full_name_of(const Figures& figures);

}  // namespace assay
