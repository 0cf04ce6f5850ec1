// SPDX-License-Identifier: Apache-2.0
// The order of options as a trace monoid: the utility's table says which neighbours may be swapped, and the
// canonical form is the lexicographically first word reachable by swaps.
#include <algorithm>
#include <compare>

#include "call/settings.h"
#include "languages/number.h"

namespace assay::equivalence {
namespace {

// A number that every utility accepts.
bool is_harmless_number(std::string_view text) {
  return is_digits(text) && text.size() < 3 && text[0] != '0';
}

// Whether the value is certainly accepted: an invalid one is refused whatever comes after it.
bool is_droppable(const Setting& setting) {
  if (!setting.value) return true;
  if (!setting.value->is_text()) return false;
  const std::string_view text = setting.value->text;
  switch (setting.option->kind) {
    case ValueKind::integer:
      return is_harmless_number(text);
    case ValueKind::character:
      return text.size() == 1;
    case ValueKind::choice:
      return std::ranges::any_of(setting.option->choices, [text](const auto& names) {
        return std::ranges::find(names, text) != names.end();
      });
    case ValueKind::text:
    case ValueKind::size:
    case ValueKind::duration:
    case ValueKind::mode:
    case ValueKind::owner:
    case ValueKind::signal:
    case ValueKind::field_list:
    case ValueKind::sort_key:
    case ValueKind::list:
    case ValueKind::path:
    case ValueKind::pattern:
    case ValueKind::script:
    case ValueKind::program:
      return false;
  }
  return false;
}

std::strong_ordering value_order(const Term* left, const Term* right) {
  if (!left || !right) return (left != nullptr) <=> (right != nullptr);
  return order(*left, *right);
}

bool comes_first(const Setting& left, const Setting& right) {
  if (left.parsed.id != right.parsed.id) return left.parsed.id < right.parsed.id;
  if (const auto values = value_order(left.value, right.value); values != 0) return values < 0;
  return value_order(left.second, right.second) < 0;
}

bool is_overridden(const Utility& utility, const Settings& settings, std::size_t at) {
  for (std::size_t later = at + 1; later < settings.size(); ++later) {
    if (overrides(utility, settings[later].parsed, settings[at].parsed)) return is_droppable(settings[at]);
    if (!commute(utility, settings[at].parsed, settings[later].parsed)) return false;
  }
  return false;
}

// Whether the utility may refuse the value: the exit status depends on which of two refusals comes first.
bool value_may_be_refused(const Setting& setting) {
  return setting.option->kind == ValueKind::choice && setting.value && !is_droppable(setting);
}

bool can_swap(const Utility& utility, const Setting& a, const Setting& b) {
  const bool may_both_be_refused =
      (value_may_be_refused(a) && b.value) || (value_may_be_refused(b) && a.value);
  return commute(utility, a.parsed, b.parsed) && !may_both_be_refused;
}

// For each setting, how many settings before it it may not pass.
std::pmr::vector<std::uint32_t> barriers(const Utility& utility, const Settings& settings) {
  std::pmr::vector<std::uint32_t> counts(settings.size(), 0, settings.get_allocator());
  for (std::size_t at = 1; at < settings.size(); ++at) {
    for (std::size_t before = 0; before < at; ++before)
      counts[at] += can_swap(utility, settings[before], settings[at]) ? 0 : 1;
  }
  return counts;
}

// A second one is refused, and the message then depends on the options before it.
bool has_a_refused_second(const Settings& settings) {
  for (std::size_t at = 0; at < settings.size(); ++at) {
    if (settings[at].option->repetition != Repetition::once) continue;
    for (std::size_t before = 0; before < at; ++before)
      if (settings[before].parsed.id == settings[at].parsed.id) return true;
  }
  return false;
}

}  // namespace

void put_in_order(Context& context, const Utility& utility, Settings& settings) {
  for (std::size_t at = settings.size(); at-- > 0;) {
    if (!is_overridden(utility, settings, at)) continue;
    context.note(rule::repeated_option, settings[at].option->name());
    settings.erase(settings.begin() + static_cast<std::ptrdiff_t>(at));
  }
  if (settings.size() < 2 || has_a_refused_second(settings)) return;
  auto counts = barriers(utility, settings);
  for (std::size_t front = 0; front + 1 < settings.size(); ++front) {
    std::size_t best = front;
    for (std::size_t at = front + 1; at < settings.size(); ++at) {
      if (counts[at] == 0 && comes_first(settings[at], settings[best])) best = at;
    }
    for (std::size_t at = best + 1; at < settings.size(); ++at)
      counts[at] -= can_swap(utility, settings[best], settings[at]) ? 0 : 1;
    if (best == front) continue;
    context.note(rule::flag_order, settings[best].option->name());
    const auto from = static_cast<std::ptrdiff_t>(front), to = static_cast<std::ptrdiff_t>(best);
    std::rotate(settings.begin() + from, settings.begin() + to, settings.begin() + to + 1);
    std::rotate(counts.begin() + from, counts.begin() + to, counts.begin() + to + 1);
  }
}

constexpr Rule rule::flag_order = {.id = "flag-order",
                                   .rung = Rung::flag_order,
                                   .meaning = "options that share no group may change places",
                                   .same = {"ls -l -a", "ls -a -l"},
                                   .apart = {"ls -a -A", "ls -A -a"}};

constexpr Rule rule::repeated_option = {.id = "repeated-option",
                                        .rung = Rung::flag_order,
                                        .meaning = "a later option cancels an earlier one, or repeats it",
                                        .same = {"ls -l -l", "ls -l"},
                                        .apart = {"ssh -v -v h", "ssh -v h"}};

}  // namespace assay::equivalence
