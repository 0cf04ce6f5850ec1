// SPDX-License-Identifier: Apache-2.0
#include "languages/values.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "languages/characters.h"

namespace assay::equivalence {
namespace {

std::string_view without_zeros(std::string_view digits) {
  while (digits.size() > 1 && digits[0] == '0') digits.remove_prefix(1);
  return digits;
}

// The factors of coreutils' size suffixes: b, kB, K = KiB, MB, M = MiB …
std::optional<std::uint64_t> factor_of(std::string_view suffix) {
  if (suffix.empty()) return 1;
  if (suffix == "b") return 512;
  constexpr std::string_view kLetters = "KMGTPE";
  const char letter =
      suffix[0] == 'k' || suffix[0] == 'm' ? static_cast<char>(suffix[0] - 'a' + 'A') : suffix[0];
  const std::size_t power = kLetters.find(letter);
  if (power == std::string_view::npos) return std::nullopt;
  const std::string_view rest = suffix.substr(1);
  if (!rest.empty() && rest != "B" && rest != "iB") return std::nullopt;
  if (suffix[0] == 'm') return std::nullopt;  // not a size everywhere
  const std::uint64_t base = rest == "B" ? 1000 : 1024;
  std::uint64_t factor = base;
  for (std::size_t i = 0; i < power; ++i) factor *= base;
  return factor;
}

std::optional<std::uint64_t> decimal_value(std::string_view digits) {
  if (digits.empty() || digits.size() > 15) return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return number;
}

}  // namespace

bool is_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

namespace {

// An optional sign, digits.
bool is_integer(std::string_view text) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  return is_digits(text);
}

}  // namespace

std::optional<std::string> canonical_integer(std::string_view text) {
  if (!is_integer(text)) return std::nullopt;
  std::string result;
  if (!is_digits(text)) {
    result = text[0];
    text.remove_prefix(1);
  }
  return result.append(without_zeros(text));
}

std::optional<std::string> canonical_size(std::string_view text) {
  std::string sign;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    sign = text[0];
    text.remove_prefix(1);
  }
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto number = decimal_value(text.substr(0, end));
  const auto factor = factor_of(text.substr(end));
  if (!number || !factor || (*number > 0 && *factor > UINT64_MAX / *number)) return std::nullopt;
  return sign + std::to_string(*number * *factor);
}

std::optional<std::string> canonical_duration(std::string_view text) {
  std::uint64_t unit = 1;
  if (!text.empty()) {
    const std::size_t at = std::string_view("smhd").find(text.back());
    constexpr std::uint64_t kSeconds[] = {1, 60, 3600, 86400};
    if (at != std::string_view::npos) {
      unit = kSeconds[at];
      text.remove_suffix(1);
    }
  }
  if (const auto number = decimal_value(text)) return std::to_string(*number * unit);
  const std::size_t point = text.find('.');
  const bool is_decimal = unit == 1 && point != std::string_view::npos && is_digits(text.substr(0, point)) &&
                          is_digits(text.substr(point + 1));
  if (!is_decimal) return std::nullopt;
  while (text.back() == '0') text.remove_suffix(1);
  if (text.back() == '.') text.remove_suffix(1);
  return std::string(without_zeros(text.substr(0, point))).append(text.substr(std::min(point, text.size())));
}

std::optional<std::string> canonical_list(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    if (end == at) return std::nullopt;
    words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  std::string joined;
  for (const std::string_view word : words) joined.append(joined.empty() ? "" : ",").append(word);
  return joined;
}

namespace {

constexpr std::array<std::string_view, 32> kSignals = {
    "",     "HUP",  "INT",  "QUIT", "ILL",    "TRAP",   "ABRT",  "BUS",  "FPE",  "KILL", "USR1",
    "SEGV", "USR2", "PIPE", "ALRM", "TERM",   "STKFLT", "CHLD",  "CONT", "STOP", "TSTP", "TTIN",
    "TTOU", "URG",  "XCPU", "XFSZ", "VTALRM", "PROF",   "WINCH", "IO",   "PWR",  "SYS"};

}  // namespace

std::optional<std::string> canonical_signal(std::string_view text) {
  if (!text.empty() && text.size() <= 2 &&
      std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; })) {
    std::size_t number = 0;
    for (const char c : text) number = number * 10 + static_cast<std::size_t>(c - '0');
    if (number == 0) return "0";
    if (number >= kSignals.size()) return std::nullopt;
    return std::string(kSignals[number]);
  }
  std::string name = in_upper_case(text);
  if (name.starts_with("SIG")) name.erase(0, 3);
  if (name.empty() || std::ranges::find(kSignals, name) == kSignals.end()) return std::nullopt;
  return name;
}

namespace {

constexpr std::uint64_t kEnd = UINT64_MAX;

struct FieldRange {
  std::uint64_t first = 1;
  std::uint64_t last = kEnd;
};

std::optional<std::uint64_t> field_number(std::string_view digits) {
  if (digits.empty() || digits.size() > 9) return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  if (number == 0) return std::nullopt;
  return number;
}

std::optional<FieldRange> field_range(std::string_view text) {
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) {
    const auto only = field_number(text);
    if (!only) return std::nullopt;
    return FieldRange{*only, *only};
  }
  FieldRange range;
  if (text.size() == 1) return std::nullopt;
  if (dash > 0) {
    const auto first = field_number(text.substr(0, dash));
    if (!first) return std::nullopt;
    range.first = *first;
  }
  if (dash + 1 < text.size()) {
    const auto last = field_number(text.substr(dash + 1));
    if (!last || *last < range.first) return std::nullopt;
    range.last = *last;
  }
  return range;
}

std::string print_range(const FieldRange& range) {
  if (range.first == range.last) return std::to_string(range.first);
  if (range.last == kEnd) return std::to_string(range.first) + "-";
  return std::to_string(range.first) + "-" + std::to_string(range.last);
}

// Merges ranges that are at most `gap` apart.
std::optional<std::string> joined_ranges(std::string_view text, std::uint64_t gap) {
  std::vector<FieldRange> ranges;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(", \t", at), text.size());
    const auto range = field_range(text.substr(at, end - at));
    if (!range) return std::nullopt;
    ranges.push_back(*range);
    at = end + 1;
  }
  std::ranges::sort(ranges, {}, &FieldRange::first);
  std::vector<FieldRange> merged;
  for (const FieldRange& each : ranges) {
    const bool touches =
        !merged.empty() && (merged.back().last == kEnd || each.first <= merged.back().last + gap);
    if (touches)
      merged.back().last = std::max(merged.back().last, each.last);
    else
      merged.push_back(each);
  }
  std::string list;
  for (const FieldRange& each : merged) list.append(list.empty() ? "" : ",").append(print_range(each));
  return list;
}

}  // namespace

std::optional<std::string> canonical_field_list(std::string_view text) { return joined_ranges(text, 0); }
std::optional<std::string> merged_field_list(std::string_view text) { return joined_ranges(text, 1); }

namespace {

struct Member {
  char byte = 0;
  bool escaped = false;
};

std::optional<Member> read_member(std::string_view text, std::size_t& at) {
  const char c = text[at++];
  if (c != '\\') return Member{c, false};
  if (at == text.size()) return std::nullopt;
  const char escape = text[at++];
  constexpr std::string_view kLetters = "abfnrtv\\";
  constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v\\";
  if (const std::size_t found = kLetters.find(escape); found != std::string_view::npos)
    return Member{kMeanings[found], true};
  if (escape >= '0' && escape <= '7') {
    int code = escape - '0';
    for (int i = 0;
         i < 2 && at < text.size() && text[at] >= '0' && text[at] <= '7' && code * 8 + text[at] - '0' < 256;
         ++i) {
      code = code * 8 + (text[at++] - '0');
    }
    return Member{static_cast<char>(code), true};
  }
  const bool is_letter = (escape >= 'a' && escape <= 'z') || (escape >= 'A' && escape <= 'Z');
  if (is_letter || static_cast<unsigned char>(escape) >= 0x80) return std::nullopt;
  return Member{escape, true};
}

}  // namespace

std::optional<std::string> character_set(std::string_view text) {
  std::string bytes;
  for (std::size_t at = 0; at < text.size();) {
    const bool opens = text[at] == '[' && at + 1 < text.size();
    if (opens && (text[at + 1] == ':' || text[at + 1] == '=')) return std::nullopt;
    if (opens && at + 2 < text.size() && text.substr(at + 2).find('*') != std::string_view::npos)
      return std::nullopt;
    const auto first = read_member(text, at);
    if (!first) return std::nullopt;
    const bool is_range = at + 1 < text.size() && text[at] == '-';
    if (!is_range) {
      bytes += first->byte;
      continue;
    }
    ++at;
    const auto last = read_member(text, at);
    if (!last || static_cast<unsigned char>(last->byte) < static_cast<unsigned char>(first->byte))
      return std::nullopt;
    for (int c = static_cast<unsigned char>(first->byte); c <= static_cast<unsigned char>(last->byte); ++c)
      bytes += static_cast<char>(c);
  }
  return bytes;
}

}  // namespace assay::equivalence
