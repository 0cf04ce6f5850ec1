// SPDX-License-Identifier: Apache-2.0
#include "repeats.h"

#include <algorithm>
#include <cmath>

#include "assay/internal/statistics.h"

namespace assay {

void RepeatTotals::add(const CaseFigures& each) {
  const std::size_t n = each.measured;
  if (n == 0) return;
  ++cases_;
  attempts_ += n;
  most_.take(n);
  if (n == 1) {
    ++single_[each.passes];
    if (each.scores.count() == 1) means_.add(each.scores.lowest());
    return;
  }
  for (std::size_t k = 1; k <= std::min(n, kMost); ++k) {
    Sum& sum = sums_[k - 1];
    ++sum.cases;
    sum.at.add(*pass_at_k(n, each.passes, k));
    sum.hat.add(*pass_hat_k(n, each.passes, k));
  }
  if (each.scores.count() == 0) return;
  means_.add(each.scores.mean());
  const auto scored = static_cast<long double>(each.scores.count());
  if (each.scores.count() > 1)
    variances_.add(static_cast<double>(each.scores.squares_about_mean() / (scored - 1.0L)));
}

std::optional<Repeats> RepeatTotals::finish() const {
  if (most_.value < 2) return std::nullopt;
  Repeats repeats;
  repeats.cases = cases_;
  repeats.attempts = attempts_;
  repeats.most = most_.value;
  for (std::size_t k = 1; k <= std::min(most_.value, kMost); ++k) {
    Sum sum = sums_[k - 1];
    for (std::size_t passes = 0; k == 1 && passes < single_.size(); ++passes) {
      sum.cases += single_[passes];
      sum.at.add(static_cast<double>(passes), single_[passes]);
      sum.hat.add(static_cast<double>(passes), single_[passes]);
    }
    repeats.at.push_back({k, sum.cases, sum.at.mean(), sum.hat.mean()});
  }
  repeats.score = mean_of(means_);
  if (variances_.count() > 0) repeats.within_case_variance = variances_.mean();
  return repeats;
}

void ClusterTotals::add(const std::string& cluster, double score) {
  if (cluster.empty()) {
    alone_.add(score);
    return;
  }
  clustered_.add(score);
  Sum& sum = clusters_[cluster];
  ++sum.cases;
  sum.scores.add(score);
}

std::optional<Clusters> ClusterTotals::finish() const {
  if (clusters_.empty()) return std::nullopt;
  Clusters clusters{clusters_.size() + alone_.count(), std::nullopt};
  if (clusters.count < 2) return clusters;
  Moments all = alone_;
  all.add(clustered_);
  const long double mean = all.sum() / static_cast<long double>(all.count());
  // Sorts the terms, because the table's iteration order is not the same everywhere.
  std::vector<long double> squares = {alone_.squares_about(mean)};
  for (const auto& [name, sum] : clusters_) {
    const long double off = sum.scores.value() - static_cast<long double>(sum.cases) * mean;
    squares.push_back(off * off);
  }
  std::sort(squares.begin(), squares.end());
  long double total = 0.0L;
  for (const auto square : squares) total += square;
  const auto count = static_cast<long double>(clusters.count);
  clusters.standard_error =
      static_cast<double>(std::sqrt(count / (count - 1.0L) * total) / static_cast<long double>(all.count()));
  return clusters;
}

}  // namespace assay
