// SPDX-License-Identifier: Apache-2.0
// The sums behind the figures of a set of cases: extended case by case, and added to each other.
#pragma once

#include <string>

#include "assay/internal/exact_sum.h"
#include "assay/retrieval.h"
#include "assay/summary.h"

namespace assay {

struct Totals {
  Counts counts;
  Moments scores;

  void add(Status status, const std::optional<double>& score);
  void add(const Totals& other);
  Group group(std::string name) const;
  static constexpr auto members() {
    return std::tuple{NamedMember{"counts", &Totals::counts}, NamedMember{"scores", &Totals::scores}};
  }
};

// The mean s̄ with its standard error √(Σ(s−s̄)²/(n(n−1))) (E. Miller, Adding Error Bars to Evals, arXiv
// 2411.00640).
std::optional<Mean> mean_of(const Moments& moments);

// The mean to four decimals; no value if nothing was added.
Figure figure_of(const Moments& moments);

// The bounds of the mean score over all cases, where `sum` is that of the measured ones: the lower bound
// counts each unmeasured case as 0, the upper one as 1. None if there are no cases.
std::optional<Interval> bounds_of(long double sum, const Counts& counts);

}  // namespace assay
