// SPDX-License-Identifier: Apache-2.0
#include "latencies.h"

#include <algorithm>

#include "assay/internal/latency_ranks.h"

namespace assay {
namespace {

using std::chrono::nanoseconds;

// The nearest-rank percentile; reorders the times.
nanoseconds percentile_of(std::vector<std::int64_t>& times, double p) {
  const auto at = times.begin() + static_cast<std::ptrdiff_t>(nearest_rank(p, times.size()) - 1);
  std::nth_element(times.begin(), at, times.end());
  return nanoseconds(*at);
}

}  // namespace

std::string full_name_of(const Figures& figures) {
  return figures.dataset + "." + (figures.name.empty() ? test_name(figures.id) : figures.name);
}

void Latencies::add(const Figures& figures, const CasePlace& at) {
  const nanoseconds latency = *figures.latency;
  times_.push_back(latency.count());
  if (slowest_.size() == kSlowestNamed && latency <= slowest_.back().value.latency) return;
  const auto place = std::upper_bound(
      slowest_.begin(), slowest_.end(), latency,
      [](nanoseconds each, const Placed<SlowCase>& slow) { return each > slow.value.latency; });
  slowest_.insert(place, {at, {full_name_of(figures), latency}});
  if (slowest_.size() > kSlowestNamed) slowest_.pop_back();
}

std::vector<std::int64_t> Latencies::take_times() {
  std::sort(times_.begin(), times_.end());
  return std::exchange(times_, {});
}

void Latencies::finish(Summary& summary) {
  for (auto& [place, slow] : slowest_) summary.slowest.push_back(std::move(slow));
  if (times_.empty()) return;
  summary.latency = Latency{
      times_.size(), percentile_of(times_, kLatencyShares[0]), percentile_of(times_, kLatencyShares[1]),
      percentile_of(times_, kLatencyShares[2]), percentile_of(times_, kLatencyShares[3])};
}

}  // namespace assay
