// SPDX-License-Identifier: Apache-2.0
#include "age.h"

#include <algorithm>
#include <string>

namespace assay::cli {

std::optional<std::chrono::hours> age_from(std::string_view text) {
  constexpr std::size_t kMostDigits = 6;
  if (text.size() < 2 || text.size() > kMostDigits + 1) return std::nullopt;
  const char unit = text.back();
  text.remove_suffix(1);
  if (!std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; })) return std::nullopt;
  const long number = std::stol(std::string(text));
  switch (unit) {
    case 'h':
      return std::chrono::hours(number);
    case 'd':
      return std::chrono::days(number);
    case 'w':
      return std::chrono::weeks(number);
    default:
      return std::nullopt;
  }
}

}  // namespace assay::cli
