// SPDX-License-Identifier: Apache-2.0
// Sorted labelled scores, to be counted repeatedly with different weights for their tasks.
#pragma once

#include <span>
#include <vector>

#include "assay/internal/calibration.h"

namespace assay {

class Sweep {
 public:
  explicit Sweep(std::span<const LabelledScore> scores);

  std::size_t tasks() const { return tasks_; }
  // Like curve_of(), with each score counted by its task's weight.
  std::vector<CurvePoint> curve(std::span<const double> weights) const;

 private:
  std::vector<LabelledScore> sorted_;  // the highest first
  std::size_t tasks_ = 0;
};

// The probability that a right one scores higher than a wrong one, ties counting half; and the precision at
// each threshold, weighted by the recall that it adds. None if all are right, or none is.
std::optional<double> area_under(std::span<const CurvePoint> curve);
std::optional<double> average_precision_of(std::span<const CurvePoint> curve);
std::optional<double> chosen_of(std::span<const CurvePoint> curve, const ThresholdRule& rule);

}  // namespace assay
