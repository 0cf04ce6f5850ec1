// SPDX-License-Identifier: Apache-2.0
// The order in which cases are asked if their earlier durations are known.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace assay {

// The indices of `durations`, longest first, so that no long case starts when the others have ended. Untimed
// cases may take any time and come first; equal ones keep their order.
std::vector<std::size_t> longest_first(std::span<const std::optional<std::chrono::nanoseconds>> durations);

}  // namespace assay
