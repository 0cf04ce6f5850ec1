// SPDX-License-Identifier: Apache-2.0
// How near a run's commands came to accepted ones: the means of the nearness metrics.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "assay/internal/metric.h"
#include "totals.h"

namespace assay {

class NearnessTotals {
 public:
  NearnessTotals();
  // Uses the last attempt.
  void add(const CaseFigures& each);
  // By the metric's name; empty if no command has a value.
  std::map<std::string, Figure> finish() const;
  void add(const NearnessTotals& other);
  // Calls `use` with each metric's name and sums.
  template <typename Use>
  void each(Use use) const {
    for (const auto& [metric, values] : sums_) use(metric->name, values);
  }
  template <typename Use>
  void each(Use use) {
    for (auto& [metric, values] : sums_) use(metric->name, values);
  }

 private:
  struct Sum {
    const Metric* metric;
    Moments values;
  };
  std::vector<Sum> sums_;
};

}  // namespace assay
