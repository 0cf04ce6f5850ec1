// SPDX-License-Identifier: Apache-2.0
// Two runs of the same cases: statistics of the differences, always paired case by case. Pure functions.
// Seeded draws use a generator of our own, so that a p-value is the same on every platform.
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

// Differences b − a of pairs. For randomisation they are counted by value, so that a million pairs are as
// quick as the values that occur: told apart to a millionth or, where there are more than 16,384 of those, to
// the tenfold, …. Moments are of the differences themselves, and do not depend on their order.
class Differences {
 public:
  Differences();
  ~Differences();
  Differences(Differences&&) noexcept;
  Differences& operator=(Differences&&) noexcept;
  // REQUIRES: finite.
  void add(double difference);
  std::size_t n() const;
  std::optional<Mean> mean() const;        // with its standard error where there are two pairs or more
  std::optional<double> variance() const;  // about the mean, of two pairs or more
  std::optional<double> lowest() const;
  std::optional<double> highest() const;
  std::map<std::int64_t, std::size_t> counts() const;  // value in steps → pairs

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

// The sign-flip randomisation test of a mean difference of 0: the share of all assignments of signs to the
// non-zero differences whose sum is at least as extreme as the one seen. Up to 16 of them every assignment is
// counted; beyond, that many are drawn and p = (b + 1)/(draws + 1) (B. Phipson and G. Smyth, 2010). 1 where
// no difference is non-zero.
double sign_flip(const Differences& differences, Tail tail = Tail::both, const DrawOptions& options = {});

// The same for all tails at once, which takes no longer than one.
struct SignFlip {
  double both = 1.0;
  double lower = 1.0;
  double upper = 1.0;
};
SignFlip sign_flip_of(const Differences& differences, const DrawOptions& options = {});

// Student's paired t-test, two-sided; a cross-check of the above. None for fewer than two pairs. Where all
// differences are equal: 1 if they are 0, otherwise 0.
std::optional<double> paired_t(const Differences& differences);

// Holm's step-down adjustment (S. Holm, 1979): p-values of a family, each comparable with the level as it
// stands.
std::vector<double> holm(std::span<const double> p_values);

// The smallest difference that n pairs could have shown at 5 % two-sided with a power of 80 %: (z_{α/2} +
// z_β)·√(ω²/n), ω² the variance of a pair's difference (E. Miller, arXiv 2411.00640). Where no pair differed,
// ω² is 1/(n + 2): one pair of disagreement spread over the cells, since that none was seen does not mean
// that none can be.
std::optional<double> minimum_detectable(std::size_t n, double variance);
}  // namespace assay
