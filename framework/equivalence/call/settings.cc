// SPDX-License-Identifier: Apache-2.0
// The order of options as a trace monoid: the utility's table says which neighbours may be swapped, and the
// canonical form is the lexicographically first word reachable by swaps.
#include <algorithm>
#include <compare>
#include <optional>
#include <string>

#include "call/steps.h"
#include "languages/values.h"
#include "refiners/refiners.h"

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
    case ValueKind::integer: return is_harmless_number(text);
    case ValueKind::character: return text.size() == 1;
    case ValueKind::choice:
      return std::ranges::any_of(setting.option->choices, [text](const auto& names) {
        return std::ranges::find(names, text) != names.end();
      });
    default: return false;
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
    for (std::size_t at = front + 1; at < settings.size(); ++at)
      if (counts[at] == 0 && comes_first(settings[at], settings[best])) best = at;
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

namespace {

// The option of the same utility that says the same as this value.
const OptionSetting* other_spelling(const Setting& setting) {
  if (!setting.value || !setting.value->is_text()) return nullptr;
  const auto& says = setting.option->says;
  const auto found = std::ranges::find_if(says, [&](const OptionSetting& each) {
    return each.value == "*" || each.value == setting.value->text;
  });
  return found == says.end() ? nullptr : &*found;
}

void use_other_spellings(Context& context, const Utility& utility, Settings& settings) {
  for (Setting& each : settings) {
    const OptionSetting* other = other_spelling(each);
    if (!other) continue;
    context.note(rule::option_name, each.option->name());
    each.option = &utility.options[other->option];
    each.parsed.id = other->option;
    if (other->value == "*") continue;
    each.value = nullptr;
    each.parsed.value = {};
  }
}

Setting setting_for(Context& context, const Utility& utility, const OptionSetting& wanted,
                    const Setting& original) {
  Setting made = original;
  made.option = &utility.options[wanted.option];
  made.parsed.id = wanted.option;
  made.parsed.value = {};
  made.value = nullptr;
  if (!wanted.value.empty()) {
    made.value = context.arena.text(wanted.value, original.span);
    made.parsed.value = {wanted.value, Known::literal, ValueForm::equals, original.parsed.argument, 0};
  }
  return made;
}

bool is_bundle(const Setting& each) { return !each.option->stands_for.empty() && !each.value; }

// A bundle may stand for another bundle.
void replace_bundles(Context& context, const Utility& utility, Settings& settings) {
  constexpr int kMaxDepth = 4;
  for (int depth = 0; depth < kMaxDepth && std::ranges::any_of(settings, is_bundle); ++depth) {
    Settings replaced(context.arena.memory());
    for (const Setting& each : settings) {
      if (!is_bundle(each)) {
        replaced.push_back(each);
        continue;
      }
      context.note(rule::option_bundle, each.option->name());
      for (const OptionSetting& wanted : each.option->stands_for)
        replaced.push_back(setting_for(context, utility, wanted, each));
    }
    settings = std::move(replaced);
  }
}

void fill_bare(Context& context, Settings& settings) {
  for (Setting& each : settings) {
    const bool may_be_bare = each.option->arity == Arity::optional || each.option->arity == Arity::next;
    if (each.value || !may_be_bare || !each.option->bare) continue;
    each.value = context.arena.text(*each.option->bare, each.span);
    each.parsed.value = {*each.option->bare, Known::literal, ValueForm::equals, each.parsed.argument, 0};
  }
}

bool share_group(const Option& left, const Option& right) {
  return std::ranges::find_first_of(left.groups, right.groups) != left.groups.end();
}

void normalise_values(Context& context, Settings& settings) {
  for (Setting& each : settings) {
    if (!each.value || !each.value->is_text()) continue;
    const Term* value = value_of(context, *each.option, *each.value);
    if (value == each.value) continue;
    each.value = value;
    each.parsed.value.text = value->text;
  }
}

}  // namespace

void spell_canonically(Context& context, const Utility& utility, Settings& settings) {
  replace_bundles(context, utility, settings);
  fill_bare(context, settings);
  normalise_values(context, settings);
  use_other_spellings(context, utility, settings);
}

void drop_defaults(Context& context, Call& call) {
  const InnerRule& inner = call.utility->inner;
  if (inner.form != InnerForm::none && inner.otherwise.empty() && !call.inner) return;
  Settings& settings = call.options;
  std::erase_if(settings, [&](const Setting& each) {
    const auto& usual = each.option->default_value;
    if (!usual || !each.value || !each.value->is_text() || each.value->text != *usual) return false;
    const bool stands_alone = std::ranges::none_of(settings, [&](const Setting& other) {
      return &other != &each &&
             (other.parsed.id == each.parsed.id || share_group(*other.option, *each.option));
    });
    if (stands_alone) context.note(rule::default_value, each.option->name());
    return stands_alone;
  });
}

constexpr Rule rule::default_value = {
    .id = "default-value",
    .rung = Rung::aliases,
    .meaning = "an option with its default value may be left out",
    .same = {"head f", "head -n 10 f"},
    .apart = {"tail -n 3 f", "tail -n +3 f"},
    .refine = {{{"head", refine_head}, {"tail", refine_tail}, {"zip", refine_zip}}}};

constexpr Rule rule::option_bundle = {.id = "option-bundle",
                                      .rung = Rung::aliases,
                                      .meaning = "an option equals the options it stands for",
                                      .same = {"cat -A f", "cat -vET f"},
                                      .apart = {"cp -a d n", "cp -r d n"}};

namespace {

struct KindRule {
  ValueKind kind;
  const Rule* rule;
  std::optional<std::string> (*canonical)(std::string_view);
};

// Integers stay as written: some utilities read leading zeros as octal (du -d, ls -T).
constexpr KindRule kKinds[] = {
    {ValueKind::size, &rule::size_value, canonical_size},
    {ValueKind::duration, &rule::duration_value, canonical_duration},
    {ValueKind::mode, &rule::mode_value, canonical_mode},
    {ValueKind::signal, &rule::signal_value, canonical_signal},
    {ValueKind::field_list, &rule::field_list, canonical_field_list},
    {ValueKind::list, &rule::list_value, canonical_list},
};

}  // namespace

const Term* value_of(Context& context, ValueKind kind, const Term& value) {
  if (!value.is_text()) return &value;
  for (const KindRule& each : kKinds) {
    if (each.kind != kind || !context.allows(*each.rule)) continue;
    const auto canonical = each.canonical(value.text);
    if (!canonical || *canonical == value.text) return &value;
    context.note(*each.rule, value.text);
    return context.arena.kept(*canonical, value.span);
  }
  return &value;
}

const Term* choice_of(Context& context, std::span<const std::vector<std::string>> choices,
                      const Term& value) {
  for (const auto& names : choices) {
    const auto found = std::ranges::find(names, value.text);
    if (found == names.end() || found == names.begin()) continue;
    if (!context.allows(rule::choice_value)) return &value;
    context.note(rule::choice_value, value.text);
    return context.arena.text(names.front(), value.span);
  }
  return &value;
}

const Term* value_of(Context& context, const Option& option, const Term& value) {
  return option.choices.empty() ? value_of(context, option.kind, value)
                                : choice_of(context, option.choices, value);
}

constexpr Rule rule::choice_value = {.id = "choice",
                                     .rung = Rung::aliases,
                                     .meaning = "synonyms of a value, and of an object of `ip`, are equal",
                                     .same = {"grep --color=yes x f", "grep --color=always x f"},
                                     .apart = {"grep --color=always x f", "grep --color=never x f"},
                                     .refine = {{{"ip", refine_ip}}}};

constexpr Rule rule::size_value = {
    .id = "size",
    .rung = Rung::values,
    .meaning = "sizes with and without a suffix are equal if their numbers are",
    .same = {"split -b 1K f", "split -b 1024 f"},
    .apart = {"split -b 1KB f", "split -b 1K f"}};

constexpr Rule rule::duration_value = {
    .id = "duration",
    .rung = Rung::values,
    .meaning = "durations in different units are equal if their lengths are",
    .same = {"timeout 2m ls", "timeout 120 ls"},
    .apart = {"timeout 2m ls", "timeout 2 ls"}};

constexpr Rule rule::mode_value = {
    .id = "mode",
    .rung = Rung::values,
    .meaning = "modes are equal if they have the same effect on files and folders under any umask",
    .same = {"chmod 755 f", "chmod u=rwx,go=rx f"},
    .apart = {"chmod +x f", "chmod a+x f"},
    .refine = {{{"umask", refine_umask}}}};

constexpr Rule rule::signal_value = {.id = "signal",
                                     .rung = Rung::values,
                                     .meaning = "a signal's names and its number are equal",
                                     .same = {"kill -9 1", "kill -s KILL 1"},
                                     .apart = {"kill -9 1", "kill -STOP 1"},
                                     .refine = {{{"kill", refine_kill}}}};

constexpr Rule rule::field_list = {.id = "field-list",
                                   .rung = Rung::values,
                                   .meaning = "lists of fields are equal as sets of ranges",
                                   .same = {"cut -f 3,1 f", "cut -f 1,3 f"},
                                   .apart = {"cut -f 1,3 f", "cut -f 1-3 f"},
                                   .refine = {{{"cut", refine_cut}}}};

constexpr Rule rule::list_value = {.id = "list",
                                   .rung = Rung::values,
                                   .meaning = "lists with commas are equal as sets, if the table says so",
                                   .same = {"cp --preserve=mode,links a b", "cp --preserve=links,mode a b"},
                                   .apart = {"ps -o pid,comm", "ps -o comm,pid"}};

}  // namespace assay::equivalence
