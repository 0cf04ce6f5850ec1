// SPDX-License-Identifier: Apache-2.0
#include "bracket_ends.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "assay/internal/word.h"

namespace assay::shell {
namespace {

constexpr std::string_view kClassKinds = ":.=";

std::size_t class_kind_of(const Unit& unit) {
  return unit.segment ? kClassKinds.size() : std::min(kClassKinds.find(unit.c), kClassKinds.size());
}

}  // namespace

BracketEnds::BracketEnds(const Units& units)
    : ends_(units.size() + 1, kNowhere), expanding_(units.size() + 1) {
  // Ends of classes by kind: from this position on, and after it.
  std::array<std::size_t, kClassKinds.size()> nearest{}, next{};
  nearest.fill(kNowhere);
  next = nearest;
  for (std::size_t at = units.size(); at-- > 0;) {
    const Unit& unit = units[at];
    expanding_[at] = expanding_[at + 1] + (unit.segment && !static_text(*unit.segment) ? 1 : 0);
    const std::size_t kind = at + 1 < units.size() ? class_kind_of(units[at + 1]) : kClassKinds.size();
    const bool opens_class = unit.is('[') && kind < kClassKinds.size() && next[kind] != kNowhere;
    ends_[at] = unit.is(']') ? at : ends_[opens_class ? next[kind] + 2 : at + 1];
    next = nearest;
    const bool ends_class = at + 1 < units.size() && units[at + 1].is(']');
    if (const std::size_t own = class_kind_of(unit); ends_class && own < kClassKinds.size())
      nearest[own] = at;
  }
}

}  // namespace assay::shell
