// The order of options as a trace monoid: the utility's table says which neighbours may be swapped, and the
// form is the lexicographically first word that swaps reach.
#include <algorithm>
#include <compare>

#include "settings.h"
#include "value.h"

namespace assay::canonical {
namespace {

bool is_droppable(const Setting& setting) {
  if (!setting.value) return true;
  if (!setting.value->is_text()) return false;
  const std::string_view text = setting.value->text;
  switch (setting.option->kind) {
    case ValueKind::integer:
      return is_integer(text);
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

std::strong_ordering order_of(const Term* left, const Term* right) {
  if (!left || !right) return (left != nullptr) <=> (right != nullptr);
  return order(*left, *right);
}

bool comes_first(const Setting& left, const Setting& right) {
  if (left.parsed.id != right.parsed.id) return left.parsed.id < right.parsed.id;
  if (const auto values = order_of(left.value, right.value); values != 0) return values < 0;
  return order_of(left.second, right.second) < 0;
}

bool is_overridden(const Utility& utility, const Settings& settings, std::size_t at) {
  for (std::size_t later = at + 1; later < settings.size(); ++later) {
    if (overrides(utility, settings[later].parsed, settings[at].parsed)) return is_droppable(settings[at]);
    if (!commute(utility, settings[at].parsed, settings[later].parsed)) return false;
  }
  return false;
}

bool can_lead(const Utility& utility, const Settings& settings, std::size_t front, std::size_t at) {
  for (std::size_t before = front; before < at; ++before) {
    if (!commute(utility, settings[before].parsed, settings[at].parsed)) return false;
  }
  return true;
}

}  // namespace

void put_in_order(Context& context, const Utility& utility, Settings& settings) {
  for (std::size_t at = settings.size(); at-- > 0;) {
    if (!is_overridden(utility, settings, at)) continue;
    context.note(Rule::repeated_option, settings[at].option->name());
    settings.erase(settings.begin() + static_cast<std::ptrdiff_t>(at));
  }
  for (std::size_t front = 0; front < settings.size(); ++front) {
    std::size_t best = front;
    for (std::size_t at = front + 1; at < settings.size(); ++at) {
      if (comes_first(settings[at], settings[best]) && can_lead(utility, settings, front, at)) best = at;
    }
    if (best == front) continue;
    context.note(Rule::flag_order, settings[best].option->name());
    const auto begin = settings.begin() + static_cast<std::ptrdiff_t>(front);
    std::rotate(begin, settings.begin() + static_cast<std::ptrdiff_t>(best),
                settings.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }
}

}  // namespace assay::canonical
