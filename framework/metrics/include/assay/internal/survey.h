// SPDX-License-Identifier: Apache-2.0
// Stratified samples for human review, and estimates for the whole from their labels. Pure functions; no
// value if nothing can be estimated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "assay/summary.h"

namespace assay {

struct Drawn {
  std::size_t index = 0;  // of the item drawn
  double weight = 1.0;    // how many items of its stratum it stands for
};

// Draws equally many from each stratum, and all of a smaller one; the result is shuffled across strata.
// `strata[i]` is the stratum of i. The same seed draws the same sample.
std::vector<Drawn> draw_strata(std::span<const std::size_t> strata, std::size_t size, std::uint64_t seed);

// The 95 % interval of C. J. Clopper and E. S. Pearson (1934) for k of n; both may be fractional, for a
// weighted sample (E. L. Korn and B. I. Graubard, 1998). REQUIRES: 0 <= k <= n.
std::optional<Interval> clopper_pearson(double k, double n);

struct WeightedAnswer {
  bool is_yes = false;
  double weight = 1.0;
};

struct WeightedShare {
  double share = 0.0;  // of the population that the weights represent
  Interval interval;   // Clopper-Pearson, for the effective sample size (Σw)²/Σw²
  std::size_t yes = 0;
  std::size_t votes = 0;  // cast
};
std::optional<WeightedShare> weighted_share(std::span<const WeightedAnswer> votes);

// Two raters' answers about the same items.
struct Agreement {
  std::size_t both_yes = 0;
  std::size_t first_only = 0;
  std::size_t second_only = 0;
  std::size_t both_no = 0;

  std::size_t all() const { return both_yes + first_only + second_only + both_no; }
  std::optional<double> observed() const;
  // (pₒ − pₑ)/(1 − pₑ) (J. Cohen, 1960). None if both give one and the same answer throughout, which chance
  // would achieve as well.
  std::optional<double> kappa() const;
};

}  // namespace assay
