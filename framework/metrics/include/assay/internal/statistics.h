// SPDX-License-Identifier: Apache-2.0
// The arithmetic behind the summary. Pure functions; no value if a denominator is zero (null in JSON).
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "assay/summary.h"

namespace assay {

// The two-sided 95 % quantile of the normal distribution.
inline constexpr double kZ95 = 1.959963984540054;

// `part` of `whole`: every share of a report is this one. None if `whole` is 0.
std::optional<double> share(std::size_t part, std::size_t whole);

// Wilson's score interval for k successes in n trials (E. B. Wilson, 1927): with p = k/n,
// (p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n). Unlike p ± z·SE it does not collapse at 0 or 1: 20 of 20
// gives [0.839, 1]. REQUIRES: k <= n.
std::optional<Interval> wilson(std::size_t k, std::size_t n, double z = kZ95);

// The probability that at least one of k attempts passes, given c passes in n attempts: 1 − C(n−c,k)/C(n,k),
// unbiased (M. Chen et al., arXiv 2107.03374). None if k is 0 or more than n. REQUIRES: c <= n.
std::optional<double> pass_at_k(std::size_t n, std::size_t c, std::size_t k);

// The probability that all k attempts pass: C(c,k)/C(n,k) (S. Yao et al., τ-bench, arXiv 2406.12045). As
// above.
std::optional<double> pass_hat_k(std::size_t n, std::size_t c, std::size_t k);

// The nearest-rank percentile: the smallest value such that at least a share `p` of all values does not
// exceed it. REQUIRES: `sorted` is in ascending order, 0 < p <= 1.
std::optional<double> percentile(std::span<const double> sorted, double p);

// To four decimals, halves away from zero. Metrics are stored like this, so that they are the same on every
// platform.
double rounded(double value);

}  // namespace assay
