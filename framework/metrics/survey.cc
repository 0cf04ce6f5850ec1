// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/survey.h"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <map>

#include "random.h"

namespace assay {
namespace {

// The sample size of each stratum: what a small stratum leaves over is shared by the others.
std::map<std::size_t, std::size_t> quotas(const std::map<std::size_t, std::vector<std::size_t>>& members,
                                          std::size_t size) {
  std::map<std::size_t, std::size_t> quotas;
  for (bool is_growing = true; size > 0 && is_growing;) {
    is_growing = false;
    for (const auto& [stratum, all] : members) {
      if (size == 0 || quotas[stratum] == all.size()) continue;
      ++quotas[stratum];
      --size;
      is_growing = true;
    }
  }
  return quotas;
}

}  // namespace

std::vector<Drawn> draw_strata(std::span<const std::size_t> strata, std::size_t size, std::uint64_t seed) {
  std::map<std::size_t, std::vector<std::size_t>> members;
  for (std::size_t i = 0; i < strata.size(); ++i) members[strata[i]].push_back(i);
  const auto quota = quotas(members, size);
  Random random(seed);
  std::vector<Drawn> drawn;
  for (const auto& [stratum, all] : members) {
    const auto order = shuffled(all.size(), random);
    const auto taken = size == 0 ? 0 : quota.at(stratum);
    for (std::size_t i = 0; i < taken; ++i)
      drawn.push_back({all[order[i]], static_cast<double>(all.size()) / static_cast<double>(taken)});
  }
  std::vector<Drawn> mixed;
  for (const auto at : shuffled(drawn.size(), random)) mixed.push_back(drawn[at]);
  return mixed;
}

std::optional<Interval> clopper_pearson(double k, double n) {
  if (!(n > 0)) return std::nullopt;
  constexpr double kTail = 0.025;
  return Interval{k <= 0 ? 0.0 : boost::math::ibeta_inv(k, n - k + 1, kTail),
                  k >= n ? 1.0 : boost::math::ibeta_inv(k + 1, n - k, 1 - kTail)};
}

std::optional<WeightedShare> weighted_share(std::span<const WeightedAnswer> votes) {
  if (votes.empty()) return std::nullopt;
  WeightedShare found{.votes = votes.size()};
  double sum = 0, squares = 0, yes = 0;
  for (const auto& vote : votes) {
    sum += vote.weight;
    squares += vote.weight * vote.weight;
    if (!vote.is_yes) continue;
    yes += vote.weight;
    ++found.yes;
  }
  // Exactly 1 if all say yes: both sums add the same numbers in the same order.
  found.share = yes / sum;
  const double worth = std::min(sum * sum / squares, static_cast<double>(votes.size()));
  found.interval = *clopper_pearson(found.share * worth, worth);
  return found;
}

std::optional<double> Agreement::observed() const {
  if (all() == 0) return std::nullopt;
  return static_cast<double>(both_yes + both_no) / static_cast<double>(all());
}

std::optional<double> Agreement::kappa() const {
  const auto seen = observed();
  if (!seen) return std::nullopt;
  const auto n = static_cast<double>(all());
  const double first = static_cast<double>(both_yes + first_only) / n;
  const double second = static_cast<double>(both_yes + second_only) / n;
  const double by_chance = first * second + (1 - first) * (1 - second);
  if (by_chance >= 1) return std::nullopt;
  return (*seen - by_chance) / (1 - by_chance);
}

}  // namespace assay
