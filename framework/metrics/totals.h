// SPDX-License-Identifier: Apache-2.0
// What has to be known of a set of cases to give its figures: added to case by case, and to each other.
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

// The mean with its standard error √(Σ(s−s̄)²/(n(n−1))).
std::optional<Mean> mean_of(const Moments& moments);

// The mean to four decimals; no value where nothing was added.
Figure figure_of(const Moments& moments);

// `sum` over the measured of all cases, with each of the others as 0 and as 1.
std::optional<Interval> bounds_of(long double sum, const Counts& counts);

}  // namespace assay
