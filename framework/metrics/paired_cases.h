// SPDX-License-Identifier: Apache-2.0
// Joins two streams of figures case by case, and collects the pairs of each metric.
#pragma once

#include <vector>

#include "assay/compare.h"
#include "assay/internal/metric.h"
#include "assay/internal/paired.h"
#include "case_figures.h"

namespace assay {

// Reads a stream of attempts case by case.
class CaseReader {
 public:
  explicit CaseReader(FigureSource source);
  // The current case; null at the end. Valid until `advance`.
  const CaseFigures* current() const { return has_current_ ? &slots_[at_] : nullptr; }
  // REQUIRES: current().
  void advance();

 private:
  void read();
  FigureSource source_;
  // The current case; the other slot's `last` is the result read ahead.
  CaseFigures slots_[2];
  int at_ = 1;
  bool has_ahead_ = false;
  bool has_current_ = false;
};

// < 0, 0, > 0: by dataset, then id, as bytes.
int order_of(const Figures& a, const Figures& b);

// Compares one case in both runs. Sets `note` if more is known than the runs' causes.
QueryComparison compare_case(const CaseFigures& a, const CaseFigures& b, HitLevel matched);

// The metrics of a comparison: each collects the pairs of its values from the cases that have them.
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
