// SPDX-License-Identifier: Apache-2.0
// The metrics of a comparison: each collects the pairs of its values from the cases that have them.
#pragma once

#include <vector>

#include "assay/internal/metric.h"
#include "assay/internal/paired.h"
#include "paired_cases.h"

namespace assay {

class MetricPairs {
 public:
  // `cutoff`: index of the cut-off.
  MetricPairs(const Metric& metric, std::size_t cutoff);
  const Metric& metric() const { return *metric_; }
  // Adds a case that both runs measured.
  void add(const CaseFigures& a, const CaseFigures& b, HitLevel matched);
  // Everything except the adjusted p-values.
  MetricComparison finish(const DrawOptions& draws) const;

 private:
  const Metric* metric_;
  std::size_t cutoff_;
  Moments in_a_;
  Moments in_b_;
  Differences differences_;
  std::size_t gained_ = 0;
  std::size_t lost_ = 0;
  bool fractional_ = false;  // a repeated case has a value between 0 and 1
};

// The metrics that can be compared if hits are matched at that level.
std::vector<MetricPairs> pairs_over(Metric::Over over, HitLevel matched);

// Adjusts the p-values of all judged metrics, as one family.
void adjust(std::vector<MetricComparison>& metrics);

}  // namespace assay
