// SPDX-License-Identifier: Apache-2.0
// Times in the notation of a world file.
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

// "-7d", "+1h30m", "-90s", "2023-05-31", "2023-05-31T23:59:59Z"; none for anything else.
std::optional<Moment> moment_from(std::string_view text);
// Its shortest notation, with one unit.
std::string text_of(const Moment& moment);

}  // namespace assay::worlds
