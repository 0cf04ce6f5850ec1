// SPDX-License-Identifier: Apache-2.0
#include "languages/field_list.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace assay::equivalence {
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
    if (touches) {
      merged.back().last = std::max(merged.back().last, each.last);
    } else {
      merged.push_back(each);
    }
  }
  std::string list;
  for (const FieldRange& each : merged) list.append(list.empty() ? "" : ",").append(print_range(each));
  return list;
}

}  // namespace

std::optional<std::string> canonical_field_list(std::string_view text) { return joined_ranges(text, 0); }
std::optional<std::string> merged_field_list(std::string_view text) { return joined_ranges(text, 1); }

}  // namespace assay::equivalence
