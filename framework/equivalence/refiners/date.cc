// SPDX-License-Identifier: Apache-2.0
// Formats and relative dates of date.
#include <algorithm>
#include <optional>
#include <string>

#include "assay/internal/text.h"
#include "languages/values.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

// Conversions of a date format that abbreviate others.
std::string_view expansion_of(char letter) {
  switch (letter) {
    case 'F': return "%Y-%m-%d";
    case 'T': return "%H:%M:%S";
    case 'D': return "%m/%d/%y";
    case 'R': return "%H:%M";
    case 'h': return "%b";
    default: return {};
  }
}

// For a year of five digits, only %F prints a sign.
enum class Year { any, of_four_digits };

std::string spelled_out(std::string_view format, Year year) {
  std::string text;
  for (std::size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '%' || at + 1 == format.size()) {
      text += format[at];
      continue;
    }
    const std::string_view expansion = expansion_of(format[++at]);
    if (expansion.empty() || (format[at] == 'F' && year == Year::any))
      text.append("%").append(1, format[at]);
    else
      text += expansion;
  }
  return text;
}

// "yesterday" and the like as a number of days; none for anything else.
std::optional<std::string> days_of(std::string_view text) {
  if (text == "now" || text == "today") return "0 day";
  if (text == "yesterday") return "-1 day";
  if (text == "tomorrow") return "1 day";
  bool ago = false;
  if (text.ends_with(" ago")) {
    ago = true;
    text.remove_suffix(4);
  }
  const std::size_t blank = text.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  std::string_view count = text.substr(0, blank);
  std::string_view unit = text.substr(blank + 1);
  if (unit.ends_with('s')) unit.remove_suffix(1);
  if (!is_among(unit, "day hour minute month second week year")) return std::nullopt;
  std::string sign;
  if (count == "last" || count == "next") {
    sign = count == "last" ? "-" : "";
    count = "1";
  } else if (!count.empty() && (count[0] == '-' || count[0] == '+')) {
    sign = count[0] == '-' ? "-" : "";
    count.remove_prefix(1);
  }
  if (!is_digits(count) || count.size() > 6) return std::nullopt;
  if (ago) sign = sign.empty() ? "-" : "";
  const auto number = canonical_integer(count);
  return (*number == "0" ? "" : sign) + *number + " " + std::string(unit);
}

// How many digits the displayed year has: known for today and for some given dates.
Year year_of(const Call& call) {
  const Setting* date = call.find("-d");
  if (call.has("-r") || call.has("-f")) return Year::any;
  if (!date) return Year::of_four_digits;
  if (!date->value || !date->value->is_text()) return Year::any;
  const std::string_view text = date->value->text;
  const bool is_iso = text.size() == 10 && text[4] == '-' && text[7] == '-' && is_digits(text.substr(0, 4)) &&
                      is_digits(text.substr(5, 2)) && is_digits(text.substr(8));
  const bool is_seconds = text.size() < 12 && text.starts_with('@') && is_digits(text.substr(1));
  const auto days = days_of(text);
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool is_near =
      days && std::ranges::count_if(*days, is_digit) < 5 && days->find("year") == std::string::npos;
  return is_iso || is_seconds || is_near ? Year::of_four_digits : Year::any;
}

}  // namespace

static void refine_date(Context& context, Call& call) {
  if (!context.allows(rule::date_format)) return;
  const Setting* iso = call.find("-I");
  const auto count = std::ranges::count_if(
      call.options, [iso](const Setting& each) { return iso && each.parsed.id == iso->parsed.id; });
  if (count == 1 && call.operands.empty() && call.tail.empty() &&
      (!iso->value || iso->value->is_text("date"))) {
    context.note(rule::date_format, "-I");
    call.remove("-I");
    call.operands.push_back(context.arena.text("+%Y-%m-%d", call.name->span));
  }
  for (const Term*& operand : call.operands) {
    if (!operand->is_text() || !operand->text.starts_with('+')) continue;
    const std::string format = spelled_out(operand->text, year_of(call));
    if (format == operand->text) continue;
    context.note(rule::date_format, *operand);
    operand = context.arena.kept(format, operand->span);
  }
  Setting* date = call.find("-d");
  if (!date || !date->value || !date->value->is_text()) return;
  const auto days = days_of(date->value->text);
  if (!days || *days == date->value->text) return;
  context.note(rule::date_words, *date->value);
  date->value = context.arena.kept(*days, date->span);
}

constexpr Rule rule::date_format = {
    .id = "date-format",
    .rung = Rung::utility,
    .meaning = "`%F`, `%T`, `%D`, `%R` and `%h` equal the formats they stand for",
    .same = {"date +%F", "date +%Y-%m-%d"},
    .apart = {"date +%%F", "date +%%Y-%m-%d"},
    .refine = {{{"date", refine_date}}}};

constexpr Rule rule::date_words = {.id = "date-words",
                                   .rung = Rung::utility,
                                   .meaning = "yesterday, tomorrow and `N units ago` equal offsets",
                                   .same = {"date -d yesterday", "date -d '1 day ago'"},
                                   .apart = {"date -d yesterday", "date -d '1 week ago'"}};

}  // namespace assay::equivalence
