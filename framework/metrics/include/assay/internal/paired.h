// SPDX-License-Identifier: Apache-2.0
// Statistics of the differences between two runs of the same cases, always paired case by case. Pure
// functions. Seeded draws use our own generator, so that a p-value is the same on every platform.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/compare.h"
#include "assay/internal/statistics.h"

namespace assay {

enum class Tail {
  both,
  lower,  // b is less than a
  upper,  // b is more than a
};

// McNemar's exact test (Q. McNemar, 1947): of the pairs that disagree, `gained` went from miss to pass and
// `lost` from pass to miss; under the hypothesis of no change lost ~ Bin(gained + lost, ½). Two-sided: twice
// the smaller tail, at most 1. Lower: P(X >= lost).
double mcnemar(std::size_t gained, std::size_t lost, Tail tail = Tail::both);

// The 95 % interval of the difference of two paired proportions (A. Agresti and Y. Min, 2005): ½ is added to
// each cell. REQUIRES: gained + lost <= n.
std::optional<Interval> agresti_min(std::size_t gained, std::size_t lost, std::size_t n, double z = kZ95);

// Differences b − a of pairs. For randomisation they are counted by value, so that a million pairs cost no
// more than their distinct values: to a millionth or, if there are more than 16,384 distinct values, to ten
// millionths, …. Moments are of the exact differences, and do not depend on their order.
class Differences {
 public:
  Differences();
  ~Differences();
  Differences(Differences&&) noexcept;
  Differences& operator=(Differences&&) noexcept;
  // REQUIRES: finite.
  void add(double difference);
  std::size_t n() const;
  std::optional<Mean> mean() const;        // with its standard error if there are two pairs or more
  std::optional<double> variance() const;  // about the mean; none for fewer than two pairs
  std::optional<double> lowest() const;
  std::optional<double> highest() const;
  std::map<std::int64_t, std::size_t> counts() const;  // value in steps → pairs

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

// The sign-flip randomisation test of a mean difference of 0: the share of all assignments of signs to the
// non-zero differences whose sum is at least as extreme as the observed one. Up to 16 non-zero differences,
// all assignments are enumerated; beyond that, options.draws are drawn and p = (b + 1)/(draws + 1) (B.
// Phipson and G. Smyth, 2010). 1 if all differences are zero.
double sign_flip(const Differences& differences, Tail tail = Tail::both, const DrawOptions& options = {});

// The same for all tails at once, as fast as for one.
struct SignFlip {
  double both = 1.0;
  double lower = 1.0;
  double upper = 1.0;
};
SignFlip sign_flip_of(const Differences& differences, const DrawOptions& options = {});

// Student's paired t-test, two-sided; a cross-check of the above. None for fewer than two pairs. If all
// differences are equal: 1 if they are 0, otherwise 0.
std::optional<double> paired_t(const Differences& differences);

// Holm's step-down adjustment (S. Holm, 1979): the adjusted p-values of a family, each to be compared with
// the level directly.
std::vector<double> holm(std::span<const double> p_values);

// The smallest difference that n pairs could have shown at 5 % two-sided with a power of 80 %: (z_{α/2} +
// z_β)·√(ω²/n), ω² the variance of a pair's difference (E. Miller, arXiv 2411.00640). If no pair differed, ω²
// is 1/(n + 2): as if one pair had disagreed, since no observed disagreement does not mean that there can be
// none.
std::optional<double> minimum_detectable(std::size_t n, double variance);
}  // namespace assay
