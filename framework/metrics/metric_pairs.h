// The metrics of a comparison: each takes a value of a case, if it has one, and gathers the pairs.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "paired_cases.h"

namespace assay {

class MetricPairs {
 public:
  using Value = std::optional<double> (*)(const CaseFigures&, int k, HitLevel);
  enum class Kind { zero_or_one, graded };
  enum class Better { higher, lower };

  MetricPairs(std::string name, int k, Kind kind, Better better, Value value);
  void add(const CaseFigures& a, const CaseFigures& b, HitLevel matched);
  // Everything but the figures over the whole runs and the adjusted p-values.
  MetricComparison finish(const DrawOptions& draws) const;

 private:
  std::string name_;
  int k_;
  Kind kind_;
  Better better_;
  Value value_;
  Differences differences_;
  std::size_t gained_ = 0;
  std::size_t lost_ = 0;
  bool fractional_ = false;  // a value of a repeated case between 0 and 1
};

std::vector<MetricPairs> command_metrics();
std::vector<MetricPairs> retrieval_metrics(HitLevel matched);

// Adjusts the p-values of all metrics as one family.
void adjust(std::vector<MetricComparison>& metrics);

}  // namespace assay
