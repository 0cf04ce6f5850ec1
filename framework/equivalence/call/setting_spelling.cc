#include <algorithm>

#include "call/settings.h"
#include "call/value.h"

namespace assay::equivalence {
namespace {

// A value that another option of the same utility says as well.
struct OtherSpelling {
  std::string_view utility, option, value, other;  // value "": any, which the other option takes
};
constexpr OtherSpelling kOtherSpellings[] = {
    {"diff", "-C", "", "--context"},
    {"diff", "-U", "", "--unified"},
    {"ls", "--sort", "extension", "-X"},
    {"ls", "--sort", "none", "-U"},
    {"ls", "--sort", "size", "-S"},
    {"ls", "--sort", "time", "-t"},
    {"ls", "--sort", "version", "-v"},
    {"ls", "--format", "commas", "-m"},
    {"ls", "--format", "horizontal", "-x"},
    {"ls", "--format", "long", "-l"},
    {"ls", "--format", "vertical", "-C"},
    {"sort", "--sort", "general-numeric", "-g"},
    {"sort", "--sort", "human-numeric", "-h"},
    {"sort", "--sort", "month", "-M"},
    {"sort", "--sort", "numeric", "-n"},
    {"sort", "--sort", "random", "-R"},
    {"sort", "--sort", "version", "-V"},
    {"tail", "--follow", "descriptor", "-f"},
    {"wget", "-n", "c", "--no-clobber"},
    {"wget", "-n", "d", "--no-directories"},
    {"wget", "-n", "H", "--no-host-directories"},
    {"wget", "-n", "p", "--no-parent"},
    {"wget", "-n", "v", "--no-verbose"},
};

void use_other_spellings(Context& context, const Utility& utility, Settings& settings) {
  for (Setting& each : settings) {
    if (!each.value || !each.value->is_text()) continue;
    for (const OtherSpelling& other : kOtherSpellings) {
      const bool fits = other.utility == utility.name && other.option == each.option->name() &&
                        (other.value.empty() || other.value == each.value->text);
      const OptionId id = fits ? utility.find_option(other.other) : no_option;
      if (id == no_option) continue;
      context.note(Rule::option_name, each.option->name());
      each.option = &utility.options[id];
      each.parsed.id = id;
      if (!other.value.empty()) {
        each.value = nullptr;
        each.parsed.value = {};
      }
      break;
    }
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

// What a bundle stands for may be a bundle again.
void replace_bundles(Context& context, const Utility& utility, Settings& settings) {
  constexpr int kMaxDepth = 4;
  for (int depth = 0; depth < kMaxDepth && std::ranges::any_of(settings, is_bundle); ++depth) {
    Settings replaced(context.arena.memory());
    for (const Setting& each : settings) {
      if (!is_bundle(each)) {
        replaced.push_back(each);
        continue;
      }
      context.note(Rule::option_bundle, each.option->name());
      for (const OptionSetting& wanted : each.option->stands_for) {
        replaced.push_back(setting_for(context, utility, wanted, each));
      }
    }
    settings = std::move(replaced);
  }
}

void fill_bare(Context& context, Settings& settings) {
  for (Setting& each : settings) {
    if (each.value || each.option->arity != Arity::optional || !each.option->bare) continue;
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

void drop_defaults(Context& context, Settings& settings) {
  std::erase_if(settings, [&](const Setting& each) {
    const auto& usual = each.option->default_value;
    if (!usual || !each.value || !each.value->is_text() || each.value->text != *usual) return false;
    const bool stands_alone = std::ranges::none_of(settings, [&](const Setting& other) {
      return &other != &each &&
             (other.parsed.id == each.parsed.id || share_group(*other.option, *each.option));
    });
    if (stands_alone) context.note(Rule::default_value, each.option->name());
    return stands_alone;
  });
}

}  // namespace assay::equivalence
