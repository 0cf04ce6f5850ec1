// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "call/settings.h"
#include "call/value.h"

namespace assay::equivalence {
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
      for (const OptionSetting& wanted : each.option->stands_for) {
        replaced.push_back(setting_for(context, utility, wanted, each));
      }
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

constexpr Rule rule::default_value = {.id = "default-value",
                                      .rung = Rung::aliases,
                                      .meaning = "an option with its default value may be left out",
                                      .same = {"head f", "head -n 10 f"},
                                      .apart = {"tail -n 3 f", "tail -n +3 f"}};

constexpr Rule rule::option_bundle = {.id = "option-bundle",
                                      .rung = Rung::aliases,
                                      .meaning = "an option equals the options it stands for",
                                      .same = {"cat -A f", "cat -vET f"},
                                      .apart = {"cp -a d n", "cp -r d n"}};

}  // namespace assay::equivalence
