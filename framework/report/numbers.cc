// SPDX-License-Identifier: Apache-2.0
#include "numbers.h"

#include <fmt/format.h>

namespace assay {

std::string percent(const std::optional<double>& share) {
  return share ? fmt::format("{:.1f} %", *share * 100) : std::string(kNone);
}

std::string points(double share) { return fmt::format("{:+.1f}", share * 100); }

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

std::string milliseconds(std::chrono::nanoseconds time) {
  return fmt::format("{:.1f} ms", std::chrono::duration<double, std::milli>(time).count());
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

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace assay
