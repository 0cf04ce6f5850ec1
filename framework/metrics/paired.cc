// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/paired.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>

#include "assay/internal/statistics.h"
#include "coin_tosses.h"
#include "random.h"

namespace assay {
namespace {

constexpr std::size_t kMostEnumerated = 16;
constexpr double kZPower80 = 0.8416212335729143;  // the 80 % quantile of the normal distribution

// P(X >= k), X ~ Bin(n, ½).
double upper_tail(std::size_t k, std::size_t n) {
  if (k == 0) return 1.0;
  const boost::math::binomial_distribution<double> coin(static_cast<double>(n), 0.5);
  return boost::math::cdf(boost::math::complement(coin, static_cast<double>(k) - 1.0));
}

// Non-zero differences of one magnitude, in steps.
struct Size {
  std::int64_t steps = 0;
  std::size_t count = 0;
};

struct Signs {
  std::vector<Size> sizes;
  std::int64_t seen = 0;  // the observed sum of the differences
  std::size_t nonzero = 0;
};

Signs signs_of(const Differences& differences) {
  std::map<std::int64_t, std::size_t> sizes;
  Signs signs;
  for (const auto& [steps, count] : differences.counts()) {
    if (steps == 0) continue;
    sizes[std::abs(steps)] += count;
    signs.seen += steps * static_cast<std::int64_t>(count);
    signs.nonzero += count;
  }
  for (const auto& [steps, count] : sizes) signs.sizes.push_back({steps, count});
  return signs;
}

bool is_as_extreme(std::int64_t sum, std::int64_t seen, Tail tail) {
  switch (tail) {
    case Tail::both:
      return std::abs(sum) >= std::abs(seen);
    case Tail::lower:
      return sum <= seen;
    case Tail::upper:
      return sum >= seen;
  }
  return false;
}

// The number of assignments that are as extreme as the observed one, by tail.
struct Extremes {
  std::size_t both = 0;
  std::size_t lower = 0;
  std::size_t upper = 0;

  void count(std::int64_t sum, std::int64_t seen) {
    both += is_as_extreme(sum, seen, Tail::both);
    lower += is_as_extreme(sum, seen, Tail::lower);
    upper += is_as_extreme(sum, seen, Tail::upper);
  }
  // `more` is added to numerator and denominator.
  SignFlip shares(std::size_t all, std::size_t more) const {
    const auto share = [&](std::size_t part) {
      return static_cast<double>(part + more) / static_cast<double>(all + more);
    };
    return {share(both), share(lower), share(upper)};
  }
};

SignFlip enumerated(const Signs& signs) {
  std::vector<std::int64_t> terms;
  for (const Size& size : signs.sizes) terms.insert(terms.end(), size.count, size.steps);
  const std::uint32_t all = 1u << terms.size();
  Extremes extremes;
  for (std::uint32_t pattern = 0; pattern < all; ++pattern) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < terms.size(); ++i) sum += (pattern >> i & 1) != 0 ? terms[i] : -terms[i];
    extremes.count(sum, signs.seen);
  }
  return extremes.shares(all, 0);
}

SignFlip drawn(const Signs& signs, const DrawOptions& options) {
  Random random(options.seed);
  Extremes extremes;
  for (std::size_t draw = 0; draw < options.draws; ++draw) {
    std::int64_t sum = 0;
    for (const Size& size : signs.sizes) {
      const auto plus = static_cast<std::int64_t>(heads_of(size.count, random));
      sum += size.steps * (2 * plus - static_cast<std::int64_t>(size.count));
    }
    extremes.count(sum, signs.seen);
  }
  return extremes.shares(options.draws, 1);
}

}  // namespace

double mcnemar(std::size_t gained, std::size_t lost, Tail tail) {
  const std::size_t n = gained + lost;
  switch (tail) {
    case Tail::both:
      return std::min(1.0, 2.0 * upper_tail(std::max(gained, lost), n));
    case Tail::lower:
      return upper_tail(lost, n);
    case Tail::upper:
      return upper_tail(gained, n);
  }
  return 1.0;
}

std::optional<Interval> agresti_min(std::size_t gained, std::size_t lost, std::size_t n, double z) {
  if (n == 0) return std::nullopt;
  const double b = static_cast<double>(gained) + 0.5;
  const double c = static_cast<double>(lost) + 0.5;
  const double total = static_cast<double>(n) + 2.0;
  const double centre = (b - c) / total;
  const double half = z * std::sqrt(b + c - (b - c) * (b - c) / total) / total;
  return Interval{std::max(-1.0, centre - half), std::min(1.0, centre + half)};
}

SignFlip sign_flip_of(const Differences& differences, const DrawOptions& options) {
  const Signs signs = signs_of(differences);
  if (signs.nonzero == 0) return {};
  return signs.nonzero <= kMostEnumerated ? enumerated(signs) : drawn(signs, options);
}

double sign_flip(const Differences& differences, Tail tail, const DrawOptions& options) {
  const SignFlip p = sign_flip_of(differences, options);
  switch (tail) {
    case Tail::both:
      return p.both;
    case Tail::lower:
      return p.lower;
    case Tail::upper:
      return p.upper;
  }
  return 1.0;
}

std::optional<double> paired_t(const Differences& differences) {
  const auto mean = differences.mean();
  if (!mean || !mean->standard_error) return std::nullopt;
  if (*mean->standard_error == 0.0) return mean->value == 0.0 ? 1.0 : 0.0;
  const boost::math::students_t_distribution<double> t(static_cast<double>(differences.n() - 1));
  return 2.0 * boost::math::cdf(boost::math::complement(t, std::abs(mean->value / *mean->standard_error)));
}

std::vector<double> holm(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return p_values[a] < p_values[b]; });
  std::vector<double> adjusted(p_values.size());
  double highest = 0.0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    highest = std::max(highest, static_cast<double>(order.size() - i) * p_values[order[i]]);
    adjusted[order[i]] = std::min(1.0, highest);
  }
  return adjusted;
}

std::optional<double> minimum_detectable(std::size_t n, double variance) {
  if (n == 0) return std::nullopt;
  const double pairs = static_cast<double>(n);
  const double seen = variance > 0.0 ? variance : 1.0 / (pairs + 2.0);
  return (kZ95 + kZPower80) * std::sqrt(seen / pairs);
}

}  // namespace assay
