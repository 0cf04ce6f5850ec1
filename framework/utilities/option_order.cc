// SPDX-License-Identifier: Apache-2.0
// The order of options as a trace monoid: `commute` says which neighbours may be swapped, and `settle` finds
// the lexicographically first word of the class reachable by swaps (Anisimov-Knuth normal form).
#include <algorithm>
#include <iterator>
#include <tuple>

#include "assay/internal/invocation.h"

namespace assay {
namespace {

bool same_value(const OptionValue& left, const OptionValue& right) {
  const bool both_none = left.form == ValueForm::none && right.form == ValueForm::none;
  return both_none ||
         (left.form != ValueForm::none && right.form != ValueForm::none && left.text == right.text &&
          left.known == Known::literal && right.known == Known::literal);
}

bool identical(const ParsedOption& left, const ParsedOption& right) {
  return left.id == right.id && same_value(left.value, right.value) && same_value(left.second, right.second);
}

bool is_barrier(const Option& option) {
  return option.repetition == Repetition::unknown || option.repetition == Repetition::exits;
}

bool share_group(const Option& left, const Option& right) {
  return std::ranges::find_first_of(left.groups, right.groups) != left.groups.end();
}

// A bundle of several options has effects beyond its groups (du -b: --apparent-size), so no group cancels it.
bool is_cancelled_by_group(const Utility& utility, const Option& earlier, const Option& later) {
  return !earlier.groups.empty() && earlier.stands_for.size() <= 1 &&
         std::ranges::all_of(earlier.groups, [&](std::uint8_t group) {
           return utility.groups[group].rule == GroupRule::last_wins &&
                  std::ranges::find(later.groups, group) != later.groups.end();
         });
}

bool comes_first(const ParsedOption& left, const ParsedOption& right) {
  return std::tie(left.id, left.value.text, left.second.text) <
         std::tie(right.id, right.value.text, right.second.text);
}

bool is_overridden(const Utility& utility, const std::vector<ParsedOption>& options, std::size_t at) {
  for (std::size_t later = at + 1; later < options.size(); ++later) {
    if (overrides(utility, options[later], options[at])) return true;
    if (!commute(utility, options[at], options[later])) return false;
  }
  return false;
}

// Whether the option at `at` can be moved to `front`.
bool can_lead(const Utility& utility, const std::vector<ParsedOption>& options, std::size_t front,
              std::size_t at) {
  for (std::size_t before = front; before < at; ++before)
    if (!commute(utility, options[before], options[at])) return false;
  return true;
}

}  // namespace

bool commute(const Utility& utility, const ParsedOption& first, const ParsedOption& second) {
  const Option& left = utility.options[first.id];
  const Option& right = utility.options[second.id];
  if (identical(first, second)) return true;
  if (is_barrier(left) || is_barrier(right) || (left.positional && right.positional)) return false;
  if (first.id == second.id)
    return left.repetition == Repetition::set || left.repetition == Repetition::counts;
  return !share_group(left, right);
}

bool overrides(const Utility& utility, const ParsedOption& later, const ParsedOption& earlier) {
  const Option& option = utility.options[earlier.id];
  if (is_barrier(option) || option.positional) return false;
  if (later.id != earlier.id) {
    const bool droppable =
        option.repetition == Repetition::idempotent || option.repetition == Repetition::last_wins;
    return droppable && is_cancelled_by_group(utility, option, utility.options[later.id]);
  }
  if (option.repetition == Repetition::set) return identical(earlier, later);
  // The meaning of the bare form is not known: it may leave an earlier value unchanged.
  const bool may_be_bare =
      option.arity == Arity::optional || option.arity == Arity::perhaps || option.arity == Arity::next;
  if (may_be_bare && !option.bare && !identical(earlier, later)) return false;
  return option.repetition == Repetition::idempotent || option.repetition == Repetition::last_wins;
}

void settle(const Utility& utility, std::vector<ParsedOption>& options) {
  for (std::size_t at = options.size(); at-- > 0;) {
    if (is_overridden(utility, options, at))
      options.erase(std::next(options.begin(), static_cast<std::ptrdiff_t>(at)));
  }
  for (std::size_t front = 0; front < options.size(); ++front) {
    std::size_t best = front;
    for (std::size_t at = front + 1; at < options.size(); ++at)
      if (comes_first(options[at], options[best]) && can_lead(utility, options, front, at)) best = at;
    std::rotate(options.begin() + static_cast<std::ptrdiff_t>(front),
                options.begin() + static_cast<std::ptrdiff_t>(best),
                options.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }
}

}  // namespace assay
