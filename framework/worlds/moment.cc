// SPDX-License-Identifier: Apache-2.0
#include "moment.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <chrono>
#include <utility>

namespace assay::worlds {
namespace {

constexpr std::array<std::pair<char, std::int64_t>, 5> kUnits = {
    {{'w', 7 * 86400}, {'d', 86400}, {'h', 3600}, {'m', 60}, {'s', 1}}};
constexpr std::int64_t kMost = std::int64_t{200} * 366 * 86400;

// Removes a number from the front.
std::optional<std::int64_t> take_number(std::string_view& text) {
  std::int64_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc() || text.empty() || text.front() < '0' || text.front() > '9') return {};
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<std::int64_t> seconds_in(std::string_view text) {
  std::int64_t seconds = 0;
  do {
    const auto number = take_number(text);
    if (!number || *number > kMost || text.empty()) return {};
    std::int64_t unit = 0;
    for (const auto& [letter, length] : kUnits)
      if (text.front() == letter) unit = length;
    if (unit == 0 || *number > kMost / unit) return {};
    text.remove_prefix(1);
    seconds += *number * unit;
  } while (!text.empty() && seconds <= kMost);
  return seconds > kMost ? std::nullopt : std::optional(seconds);
}

std::optional<std::int64_t> two_digits(std::string_view& text, std::int64_t most) {
  if (text.size() < 2) return {};
  std::string_view digits = text.substr(0, 2);
  const auto number = take_number(digits);
  if (!number || !digits.empty() || *number > most) return {};
  text.remove_prefix(2);
  return number;
}

std::optional<std::int64_t> date_in(std::string_view text) {
  using std::chrono::year_month_day;
  const auto year = take_number(text);
  if (!year || *year < 1970 || *year > 9999 || !take(text, '-')) return {};
  const auto month = two_digits(text, 12);
  if (!month || !take(text, '-')) return {};
  const auto day = two_digits(text, 31);
  if (!day) return {};
  const year_month_day date{std::chrono::year(static_cast<int>(*year)),
                            std::chrono::month(static_cast<unsigned>(*month)),
                            std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return {};
  const std::int64_t midnight = std::chrono::sys_days(date).time_since_epoch().count() * 86400;
  if (text.empty()) return midnight;
  if (!take(text, 'T')) return {};
  const auto hour = two_digits(text, 23);
  if (!hour || !take(text, ':')) return {};
  const auto minute = two_digits(text, 59);
  if (!minute || !take(text, ':')) return {};
  const auto second = two_digits(text, 59);
  if (!second || text != "Z") return {};
  return midnight + *hour * 3600 + *minute * 60 + *second;
}

}  // namespace

std::optional<Moment> moment_from(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) {
    const auto seconds = seconds_in(text.substr(1));
    if (!seconds) return {};
    return Moment{Moment::From::start, text.front() == '-' ? -*seconds : *seconds};
  }
  const auto seconds = date_in(text);
  return seconds ? std::optional(Moment{Moment::From::epoch, *seconds}) : std::nullopt;
}

std::string text_of(const Moment& moment) {
  if (moment.from == Moment::From::epoch) {
    const std::chrono::sys_seconds time{std::chrono::seconds(moment.seconds)};
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::int64_t rest = (time - day).count();
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), rest / 3600,
                       rest / 60 % 60, rest % 60);
  }
  const std::int64_t length = moment.seconds < 0 ? -moment.seconds : moment.seconds;
  const char sign = moment.seconds < 0 ? '-' : '+';
  for (const auto& [letter, unit] : kUnits) {
    if (length % unit == 0 && (length > 0 || unit == 1))
      return fmt::format("{}{}{}", sign, length / unit, letter);
  }
  return {};
}

}  // namespace assay::worlds
