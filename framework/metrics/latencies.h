// SPDX-License-Identifier: Apache-2.0
// How long the tool took: percentiles and the slowest cases, of times that come one by one.
#pragma once

#include <algorithm>
#include <vector>

#include "assay/internal/figures.h"
#include "assay/summary.h"
#include "case_place.h"

namespace assay {

class Latencies {
 public:
  // `expected` says how many will come, about.
  explicit Latencies(std::size_t expected) { times_.reserve(std::min(expected, kMostForetold)); }
  // REQUIRES: figures.latency.
  void add(const Figures& figures, const CasePlace& place);
  // Fills the summary's latency and slowest cases. To be called once.
  void finish(Summary& summary);
  // In nanoseconds, in ascending order; they are gone from here.
  std::vector<std::int64_t> take_times();
  // Slowest first; of equals the first that came.
  std::vector<Placed<SlowCase>>& slowest() { return slowest_; }

 private:
  static constexpr std::size_t kMostForetold = 1'000'000;  // a file may say anything
  std::vector<std::int64_t> times_;                        // nanoseconds
  std::vector<Placed<SlowCase>> slowest_;
};

// That are named in a summary.
inline constexpr std::size_t kSlowestNamed = 10;

// "dataset.case".
std::string full_name_of(const Figures& figures);

}  // namespace assay
