// SPDX-License-Identifier: Apache-2.0
// In which order cases are asked where it is known how long they took before.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace assay {

// The indices of `durations`, the longest first, so that none begins when the others have ended. What was not
// timed may take any time and comes before all; equals stay in their order.
std::vector<std::size_t> longest_first(std::span<const std::optional<std::chrono::nanoseconds>> durations);

}  // namespace assay
