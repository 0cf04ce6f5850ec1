// SPDX-License-Identifier: Apache-2.0
#include "totals.h"

#include <cmath>

#include "assay/internal/statistics.h"

namespace assay {

void Totals::add(Status status, const std::optional<double>& score) {
  switch (status) {
    case Status::pass: ++counts.pass; break;
    case Status::miss: ++counts.miss; break;
    case Status::unmeasured: ++counts.unmeasured; return;
  }
  if (score) scores.add(*score);
}

void Totals::add(const Totals& other) {
  counts.pass += other.counts.pass;
  counts.miss += other.counts.miss;
  counts.unmeasured += other.counts.unmeasured;
  scores.add(other.scores);
}

Group Totals::group(std::string name) const {
  Group group;
  group.name = std::move(name);
  group.counts = counts;
  const std::size_t measured = counts.measured();
  if (measured > 0) group.accuracy = static_cast<double>(counts.pass) / static_cast<double>(measured);
  group.interval = wilson(counts.pass, measured);
  group.score = mean_of(scores);
  return group;
}

std::optional<Mean> mean_of(const Moments& moments) {
  if (moments.count() == 0) return std::nullopt;
  Mean mean{moments.mean(), std::nullopt};
  const auto n = static_cast<long double>(moments.count());
  if (moments.count() > 1)
    mean.standard_error = static_cast<double>(std::sqrt(moments.squares_about_mean() / (n * (n - 1.0L))));
  return mean;
}

Figure figure_of(const Moments& moments) {
  if (moments.count() == 0) return {};
  return {rounded(moments.mean()), moments.count()};
}

std::optional<Interval> bounds_of(long double sum, const Counts& counts) {
  if (counts.total() == 0) return std::nullopt;
  const auto total = static_cast<long double>(counts.total());
  return Interval{static_cast<double>(sum / total),
                  static_cast<double>((sum + static_cast<long double>(counts.unmeasured)) / total)};
}

}  // namespace assay
