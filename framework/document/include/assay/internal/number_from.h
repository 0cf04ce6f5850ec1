// SPDX-License-Identifier: Apache-2.0
// Numbers that texts spell out.
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <optional>
#include <string_view>

namespace assay {

// The number that the whole text is, without blanks and without a plus sign; none if it is not one, does not
// fit, or is infinite or NaN.
template <std::integral Number>
std::optional<Number> number_from(std::string_view text, int base = 10) {
  Number value{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return fault == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}
template <std::floating_point Number>
std::optional<Number> number_from(std::string_view text) {
  Number value{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = fault == std::errc() && end == text.data() + text.size() && std::isfinite(value);
  return is_number ? std::optional(value) : std::nullopt;
}

// A file's permissions in octal digits: at most 07777.
inline std::optional<unsigned> permissions_from(std::string_view text) {
  const auto bits = number_from<unsigned>(text, 8);
  return bits && *bits <= 07777 ? bits : std::nullopt;
}

}  // namespace assay
