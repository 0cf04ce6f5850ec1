// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/case_order.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace assay {

std::vector<std::size_t> longest_first(std::span<const std::optional<std::chrono::nanoseconds>> durations) {
  std::vector<std::size_t> order(durations.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t index) {
    return durations[index].value_or(std::chrono::nanoseconds::max());
  });
  return order;
}

}  // namespace assay
