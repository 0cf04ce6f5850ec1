// SPDX-License-Identifier: Apache-2.0
// Times as a world's file writes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::worlds {

constexpr std::int64_t kDay = 86400;  // in seconds

struct Moment {
  enum class From { start, epoch } from = From::start;
  std::int64_t seconds = 0;
};

// "-7d", "+1h30m", "-90s", "2023-05-31", "2023-05-31T23:59:59Z"; none where it is neither.
std::optional<Moment> moment_from(std::string_view text);
// The shortest text for it, with one unit.
std::string text_of(const Moment& moment);

}  // namespace assay::worlds
