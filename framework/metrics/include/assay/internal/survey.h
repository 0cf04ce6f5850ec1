// SPDX-License-Identifier: Apache-2.0
// A few of many, drawn to be looked at by people, and what their labels say of all of them. Pure functions;
// where nothing can be said there is no value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "assay/summary.h"

namespace assay {

struct Drawn {
  std::size_t index = 0;  // of what was drawn
  double weight = 1.0;    // how many of its stratum it stands for
};

// As many of each stratum, all of those that are smaller; in any order alike, whatever their strata.
// `strata[i]` names the stratum of i. The same seed draws the same.
std::vector<Drawn> draw_strata(std::span<const std::size_t> strata, std::size_t size, std::uint64_t seed);

// The interval of C. J. Clopper and E. S. Pearson (1934), 95 %, for k of n; both may be fractions, for a
// sample with weights (E. L. Korn and B. I. Graubard, 1998). REQUIRES: 0 <= k <= n.
std::optional<Interval> clopper_pearson(double k, double n);

struct WeightedAnswer {
  bool is_yes = false;
  double weight = 1.0;
};

struct WeightedShare {
  double share = 0.0;  // of the whole, which the weights stand for
  Interval interval;   // of Clopper and Pearson, of as many as the weights are worth: (Σw)²/Σw²
  std::size_t yes = 0;
  std::size_t votes = 0;  // that were cast
};
std::optional<WeightedShare> weighted_share(std::span<const WeightedAnswer> votes);

// What two say of the same things.
struct Agreement {
  std::size_t both_yes = 0;
  std::size_t first_only = 0;
  std::size_t second_only = 0;
  std::size_t both_no = 0;

  std::size_t all() const { return both_yes + first_only + second_only + both_no; }
  std::optional<double> observed() const;
  // (pₒ − pₑ)/(1 − pₑ) (J. Cohen, 1960). None where both say one and the same of everything, which chance
  // would do as well.
  std::optional<double> kappa() const;
};

}  // namespace assay
