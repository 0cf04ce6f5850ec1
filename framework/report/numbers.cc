// SPDX-License-Identifier: Apache-2.0
#include "numbers.h"

#include <fmt/format.h>

#include <cmath>

namespace assay {
namespace {

std::string two_digits(double value) {
  return value < 99.5 ? fmt::format("{:.2g}", value) : fmt::format("{:.0f}", std::round(value / 10) * 10);
}

}  // namespace

std::string percent(const std::optional<double>& share) {
  return share ? fmt::format("{:.1f} %", *share * 100) : std::string(kNone);
}

std::string points(double share) { return fmt::format("{:+.1f}", share * 100); }

std::string size_in_points(double share) { return fmt::format("{:.1f} points", share * 100); }

std::string percent_range(const std::optional<Interval>& interval) {
  return interval ? fmt::format("{:.1f}–{:.1f} %", interval->low * 100, interval->high * 100)
                  : std::string(kNone);
}

std::string decimals(const std::optional<double>& value) {
  return value ? fmt::format("{:.4f}", *value) : std::string(kNone);
}

std::string signed_decimals(double value) { return fmt::format("{:+.4f}", value); }

std::string mean_text(const std::optional<Mean>& mean) {
  if (!mean) return std::string(kNone);
  const std::string value = decimals(mean->value);
  return mean->standard_error ? value + " ± " + decimals(mean->standard_error) : value;
}

std::string score_text(double score) { return fmt::format("{:.2f}", score); }

std::string tenths_text(std::size_t tenths) {
  return fmt::format("{:.1f}", static_cast<double>(tenths) / 10);
}

std::string milliseconds(std::chrono::nanoseconds time) {
  return fmt::format("{:.1f} ms", std::chrono::duration<double, std::milli>(time).count());
}

std::string rough_time(double milliseconds) {
  return milliseconds < 1000 ? two_digits(milliseconds) + " ms" : two_digits(milliseconds / 1000) + " s";
}

std::string seconds(std::chrono::nanoseconds time) {
  return fmt::format("{:.6f}", std::chrono::duration<double>(time).count());
}

std::string amount(double value) {
  if (value >= 1000 || value == 0) return fmt::format("{:.0f}", value);
  std::string text = fmt::format("{:.6f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace assay
