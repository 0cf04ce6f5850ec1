// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/paired.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "random.h"
#include "totals.h"

namespace assay {
namespace {

constexpr int kSmallest = 12;  // block, as a power of two: fewer tosses are as fast one by one
constexpr int kLargest = 20;

// The distribution of heads among 2^power tosses. Its probabilities are computed only by multiplication and
// division, which give the same results everywhere; those beyond nine standard deviations are too small for a
// draw to distinguish from 0.
class Block {
 public:
  explicit Block(int power) {
    const std::uint64_t tosses = std::uint64_t{1} << power;
    const std::uint64_t middle = tosses / 2;
    const std::uint64_t reach = 9 * (std::uint64_t{1} << (power + 1) / 2) / 2;
    std::vector<double> chances = {1.0};  // of the middle and up, unnormalised
    for (std::uint64_t heads = middle; heads < middle + reach; ++heads)
      chances.push_back(chances.back() * static_cast<double>(tosses - heads) /
                        static_cast<double>(heads + 1));
    fewest_ = middle - reach;
    double sum = 0.0;
    for (std::size_t i = chances.size() - 1; i > 0; --i) up_to_.push_back(sum += chances[i]);
    for (const double chance : chances) up_to_.push_back(sum += chance);
    for (double& each : up_to_) each /= sum;
  }

  std::uint64_t heads(Random& random) const {
    const auto found = std::upper_bound(up_to_.begin(), up_to_.end() - 1, random.uniform());
    return fewest_ + static_cast<std::uint64_t>(found - up_to_.begin());
  }

 private:
  std::uint64_t fewest_ = 0;
  std::vector<double> up_to_;  // cumulative: the probability of at most fewest_ + i heads
};

const Block& block_of(int power) {
  static const std::vector<Block> blocks = [] {
    std::vector<Block> made;
    for (int each = kSmallest; each <= kLargest; ++each) made.emplace_back(each);
    return made;
  }();
  return blocks[static_cast<std::size_t>(power - kSmallest)];
}

// A draw of Bin(tosses, ½). Up to 4,095 tosses take one bit each; larger blocks are drawn from their
// distribution, to the 53 bits of a uniform number. The same random numbers give the same heads on every
// platform. Thread-safe.
std::uint64_t heads_of(std::uint64_t tosses, Random& random) {
  std::uint64_t heads = 0;
  for (int power = kLargest; power >= kSmallest; --power)
    for (; tosses >> power != 0; tosses -= std::uint64_t{1} << power) heads += block_of(power).heads(random);
  return heads + random.heads(tosses);
}

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
    case Tail::both: return std::abs(sum) >= std::abs(seen);
    case Tail::lower: return sum <= seen;
    case Tail::upper: return sum >= seen;
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

constexpr double kStepsPerUnit = 1e6;
constexpr std::size_t kMostDistinct = 1 << 14;

// Halves away from zero.
std::int64_t tenth(std::int64_t steps) { return (steps + (steps < 0 ? -5 : 5)) / 10; }

}  // namespace

double mcnemar(std::size_t gained, std::size_t lost, Tail tail) {
  const std::size_t n = gained + lost;
  switch (tail) {
    case Tail::both: return std::min(1.0, 2.0 * upper_tail(std::max(gained, lost), n));
    case Tail::lower: return upper_tail(lost, n);
    case Tail::upper: return upper_tail(gained, n);
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
    case Tail::both: return p.both;
    case Tail::lower: return p.lower;
    case Tail::upper: return p.upper;
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

struct Differences::Inner {
  Moments moments;
  std::size_t zeros = 0;                                 // by far the most
  std::unordered_map<std::int64_t, std::size_t> counts;  // of the others
  int coarser = 0;                                       // number of times the step was multiplied by ten

  // Always starts from the finest step, so that the order of the differences does not matter.
  std::int64_t steps_of(double difference) const {
    auto steps = static_cast<std::int64_t>(std::llround(difference * kStepsPerUnit));
    for (int i = 0; i < coarser; ++i) steps = tenth(steps);
    return steps;
  }

  void coarsen() {
    ++coarser;
    std::unordered_map<std::int64_t, std::size_t> fewer;
    for (const auto& [steps, count] : counts) fewer[tenth(steps)] += count;
    counts = std::move(fewer);
  }
};

Differences::Differences() : inner_(std::make_unique<Inner>()) {}
Differences::~Differences() = default;
Differences::Differences(Differences&&) noexcept = default;
Differences& Differences::operator=(Differences&&) noexcept = default;

void Differences::add(double difference) {
  Inner& inner = *inner_;
  inner.moments.add(difference);
  if (difference == 0.0) {
    ++inner.zeros;
    return;
  }
  ++inner.counts[inner.steps_of(difference)];
  while (inner.counts.size() > kMostDistinct) inner.coarsen();
}

std::size_t Differences::n() const { return inner_->moments.count(); }

std::optional<Mean> Differences::mean() const { return mean_of(inner_->moments); }

std::optional<double> Differences::variance() const {
  if (n() < 2) return std::nullopt;
  return static_cast<double>(inner_->moments.squares_about_mean() / static_cast<long double>(n() - 1));
}

std::optional<double> Differences::lowest() const {
  return n() == 0 ? std::nullopt : std::optional(inner_->moments.lowest());
}

std::optional<double> Differences::highest() const {
  return n() == 0 ? std::nullopt : std::optional(inner_->moments.highest());
}

std::map<std::int64_t, std::size_t> Differences::counts() const {
  std::map<std::int64_t, std::size_t> all(inner_->counts.begin(), inner_->counts.end());
  if (inner_->zeros > 0) all[0] += inner_->zeros;
  return all;
}

}  // namespace assay
