#include "latencies.h"

#include <algorithm>
#include <cmath>

namespace assay {
namespace {

using std::chrono::nanoseconds;
constexpr std::size_t kSlowest = 10;

// The nearest-rank percentile; reorders the times.
nanoseconds percentile_of(std::vector<std::int64_t>& times, double p) {
  const auto rank = static_cast<std::size_t>(std::ceil(p * static_cast<double>(times.size())));
  const auto at =
      times.begin() + static_cast<std::ptrdiff_t>(std::clamp<std::size_t>(rank, 1, times.size()) - 1);
  std::nth_element(times.begin(), at, times.end());
  return nanoseconds(*at);
}

}  // namespace

std::string full_name_of(const Figures& figures) {
  return figures.dataset + "." + (figures.name.empty() ? test_name(figures.id) : figures.name);
}

void Latencies::add(const Figures& figures) {
  const nanoseconds latency = *figures.latency;
  times_.push_back(latency.count());
  if (slowest_.size() == kSlowest && latency <= slowest_.back().latency) return;
  const auto place =
      std::upper_bound(slowest_.begin(), slowest_.end(), latency,
                       [](nanoseconds each, const SlowCase& slow) { return each > slow.latency; });
  slowest_.insert(place, {full_name_of(figures), latency});
  if (slowest_.size() > kSlowest) slowest_.pop_back();
}

void Latencies::finish(Summary& summary) {
  summary.slowest = std::move(slowest_);
  if (times_.empty()) return;
  summary.latency = Latency{times_.size(), percentile_of(times_, 0.50), percentile_of(times_, 0.95),
                            percentile_of(times_, 0.99), percentile_of(times_, 1.0)};
}

}  // namespace assay
