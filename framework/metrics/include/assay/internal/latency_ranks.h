// SPDX-License-Identifier: Apache-2.0
// The ranks, among times in ascending order, of the percentiles in a summary.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace assay {

// For Latency's p50, p95, p99 and max.
inline constexpr std::array kLatencyShares = {0.50, 0.95, 0.99, 1.0};

// The nearest rank, from 1. REQUIRES: 0 < share <= 1, count > 0.
inline std::size_t nearest_rank(double share, std::size_t count) {
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(count)));
  return std::clamp<std::size_t>(rank, 1, count);
}

}  // namespace assay
