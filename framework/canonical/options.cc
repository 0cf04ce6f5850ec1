#include "options.h"

#include <algorithm>
#include <tuple>

#include "value.h"
#include "words.h"

namespace assay::canonical {
namespace {

const Term* value_term(Context& context, const OptionValue& value, std::span<const Term* const> arguments) {
  if (value.form == ValueForm::none) return nullptr;
  const Term& argument = *arguments[value.argument];
  if (argument.is_text()) return context.arena.text(value.text, argument.span);
  return without_prefix(context, argument, value.offset);
}

// The name as it is written; `letter` is the position within a cluster.
std::string_view spelling_of(Context& context, const ParsedOption& option, const Option& known, const Term& argument,
                             std::size_t letter) {
  const std::string_view text = argument.is_text() ? argument.text : argument_of(argument).text;
  switch (option.spelling) {
    case Spelling::letter:
      if (letter + 1 < text.size()) {
        const char name[] = {text[0], text[letter + 1]};
        for (const std::string& each : known.names) {
          if (each == std::string_view(name, 2)) return each;
        }
      }
      return known.name();
    case Spelling::word:
    case Spelling::abbreviated:
      return context.arena.keep(text.substr(0, text.find('=')));
    case Spelling::numeric:
      return text.substr(0, 1);
    case Spelling::bundle:
    case Spelling::key:
      return known.name();
  }
  return known.name();
}

// From where on arguments are kept as they stand.
std::uint32_t tail_start(const ParsedInvocation& parsed) {
  std::uint32_t start = *parsed.uncertain_at;
  for (const ParsedOption& option : parsed.options) {
    const bool has_value = option.value.form != ValueForm::none && option.value.argument >= *parsed.uncertain_at;
    const bool has_second = option.second.form != ValueForm::none && option.second.argument >= *parsed.uncertain_at;
    if (has_value || has_second) start = std::min(start, option.argument);
  }
  return start;
}

void note_layout(Context& context, const ParsedInvocation& parsed, std::span<const Term* const> arguments) {
  if (!context.trace) return;
  for (std::size_t i = 0; i < parsed.options.size(); ++i) {
    const ParsedOption& option = parsed.options[i];
    const bool shares = i > 0 && parsed.options[i - 1].argument == option.argument;
    if (shares) context.note(Rule::cluster, *arguments[option.argument]);
    if (!parsed.operands.empty() && parsed.operands[0] < option.argument) {
      context.note(Rule::operand_place, *arguments[option.argument]);
    }
  }
  if (parsed.dashes) context.note(Rule::dashes, "--");
}

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

// The first of all orders that swaps of independent neighbours reach.
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

// A value that another option of the same utility says as well.
struct OtherSpelling {
  std::string_view utility, option, value, other;  // value "": any, which the other option takes
};
constexpr OtherSpelling kOtherSpellings[] = {
    {"diff", "-C", "", "--context"},        {"diff", "-U", "", "--unified"},      {"ls", "--sort", "extension", "-X"},
    {"ls", "--sort", "none", "-U"},         {"ls", "--sort", "size", "-S"},       {"ls", "--sort", "time", "-t"},
    {"ls", "--sort", "version", "-v"},      {"ls", "--format", "commas", "-m"},   {"ls", "--format", "horizontal", "-x"},
    {"ls", "--format", "long", "-l"},       {"ls", "--format", "vertical", "-C"}, {"sort", "--sort", "general-numeric", "-g"},
    {"sort", "--sort", "human-numeric", "-h"}, {"sort", "--sort", "month", "-M"}, {"sort", "--sort", "numeric", "-n"},
    {"sort", "--sort", "random", "-R"},     {"sort", "--sort", "version", "-V"},  {"tail", "--follow", "descriptor", "-f"},
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

Setting setting_for(Context& context, const Utility& utility, const OptionSetting& wanted, const Setting& original) {
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

void replace_bundles(Context& context, const Utility& utility, Settings& settings) {
  if (std::ranges::none_of(settings, [](const Setting& each) { return !each.option->stands_for.empty(); })) return;
  Settings replaced(context.arena.memory());
  for (const Setting& each : settings) {
    if (each.option->stands_for.empty() || each.value) {
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

void drop_defaults(Context& context, Settings& settings) {
  std::erase_if(settings, [&](const Setting& each) {
    const auto& usual = each.option->default_value;
    if (!usual || !each.value || !each.value->is_text() || each.value->text != *usual) return false;
    const bool stands_alone = std::ranges::none_of(settings, [&](const Setting& other) {
      return &other != &each && (other.parsed.id == each.parsed.id || share_group(*other.option, *each.option));
    });
    if (stands_alone) context.note(Rule::default_value, each.option->name());
    return stands_alone;
  });
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

// Positional options stay where they are among the operands.
void interleave(Context& context, Call& call) {
  const auto is_positional = [](const Setting& each) { return each.option->positional; };
  if (std::ranges::none_of(call.options, is_positional)) return;
  Terms mixed = context.arena.terms();
  std::pmr::vector<std::uint32_t> places(context.arena.memory());
  std::size_t operand = 0;
  for (const Setting& each : call.options) {
    if (!each.option->positional) continue;
    for (; operand < call.operands.size() && call.places[operand] < each.parsed.argument; ++operand) {
      mixed.push_back(call.operands[operand]);
    }
    mixed.push_back(setting_term(context, each));
  }
  mixed.insert(mixed.end(), call.operands.begin() + static_cast<std::ptrdiff_t>(operand), call.operands.end());
  call.operands = std::move(mixed);
  std::erase_if(call.options, is_positional);
}

void add_default_operand(Context& context, Call& call) {
  if (!call.operands.empty() || !call.tail.empty() || call.inner || !context.allows(Rule::default_operand)) return;
  const auto& operands = call.utility->operands;
  if (operands.size() != 1 || !operands[0].default_value || !operands[0].unless.empty()) return;
  context.note(Rule::default_operand, *operands[0].default_value);
  call.operands.push_back(context.arena.text(*operands[0].default_value, call.name->span));
}

void note_names(Context& context, const Settings& settings) {
  if (!context.trace) return;
  for (const Setting& each : settings) {
    const bool is_numeric = each.parsed.spelling == Spelling::numeric;
    if (!is_numeric && each.spelled != each.option->name()) context.note(Rule::option_name, each.spelled);
    const bool is_long = each.option->name().starts_with("--");
    const ValueForm usual = is_long ? ValueForm::equals : ValueForm::separate;
    if (each.value && (is_numeric || each.parsed.value.form != usual)) context.note(Rule::argument_form, each.spelled);
  }
}

// For people: the name with the options as they are written.
void note_call(Context& context, const Call& call, std::span<const Term* const> arguments) {
  if (!context.trace) return;
  std::string flags = print(*call.name);
  std::string all = flags;
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    const std::string word = print(*arguments[at]);
    all += " " + word;
    const bool is_flag = std::ranges::any_of(call.options, [at](const Setting& each) {
      return each.parsed.argument == at || (each.value && each.parsed.value.argument == at);
    });
    if (is_flag) flags += " " + word;
  }
  context.trace->flags.push_back(std::move(flags));
  context.trace->calls.push_back(std::move(all));
}

}  // namespace

void read_arguments(Context& context, Call& call, const ParsedInvocation& parsed,
                    std::span<const Term* const> arguments) {
  auto end = static_cast<std::uint32_t>(arguments.size());
  if (parsed.uncertain_at) end = tail_start(parsed);
  std::size_t letter = 0;
  for (std::size_t i = 0; i < parsed.options.size(); ++i) {
    const ParsedOption& each = parsed.options[i];
    if (each.argument >= end) break;
    letter = i > 0 && parsed.options[i - 1].argument == each.argument ? letter + 1 : 0;
    Setting setting;
    setting.parsed = each;
    setting.option = &call.utility->options[each.id];
    setting.value = value_term(context, each.value, arguments);
    setting.second = value_term(context, each.second, arguments);
    setting.spelled = spelling_of(context, each, *setting.option, *arguments[each.argument], letter);
    setting.span = arguments[each.argument]->span;
    call.options.push_back(setting);
  }
  for (const std::uint32_t at : parsed.operands) {
    if (at >= end || (parsed.expression_at && at >= *parsed.expression_at)) break;
    call.operands.push_back(arguments[at]);
    call.places.push_back(at);
  }
  if (end < arguments.size()) call.tail.assign(arguments.begin() + end, arguments.end());
  if (parsed.expression_at && call.tail.empty()) {
    call.expression = context.arena.node("expression", arguments.subspan(*parsed.expression_at));
  }
  note_layout(context, parsed, arguments);
}

void settle_options(Context& context, Call& call, std::span<const Term* const> arguments) {
  const Utility& utility = *call.utility;
  note_call(context, call, arguments);
  if (context.rung >= Rung::aliases) {
    note_names(context, call.options);
    replace_bundles(context, utility, call.options);
    fill_bare(context, call.options);
    normalise_values(context, call.options);
    use_other_spellings(context, utility, call.options);
  }
  put_in_order(context, utility, call.options);
  if (context.allows(Rule::default_value) && context.defaults_hold && call.tail.empty()) {
    drop_defaults(context, call.options);
  }
  interleave(context, call);
  add_default_operand(context, call);
  if (context.rung < Rung::aliases) return;
  for (Setting& each : call.options) each.spelled = {};
}

const Term* setting_term(Context& context, const Setting& setting) {
  const bool canonical = context.rung >= Rung::aliases;
  const std::string_view name = canonical ? std::string_view(setting.option->name()) : setting.spelled;
  if (!setting.value) return context.arena.node("option", {context.arena.live(name)}, setting.span);
  bool joined = false;
  bool equals = false;
  if (canonical) {
    const bool is_long = name.starts_with("--");
    equals = is_long;
    joined = is_long || setting.option->arity == Arity::optional || setting.option->arity == Arity::attached ||
             setting.parsed.spelling == Spelling::key;
  } else {
    equals = setting.parsed.value.form == ValueForm::equals && setting.parsed.spelling != Spelling::key;
    joined = setting.parsed.value.form != ValueForm::separate;
  }
  const std::string_view written = equals ? context.arena.keep(std::string(name) + "=") : name;
  const std::string_view label = joined ? "joined" : "option";
  if (!setting.second) return context.arena.node(label, {context.arena.live(written), setting.value}, setting.span);
  return context.arena.node(label, {context.arena.live(written), setting.value, setting.second}, setting.span);
}

const Term* subcommand_term(Context& context, const Utility& subcommand, std::span<const Term* const> words) {
  const auto arguments = words.subspan(1);
  std::pmr::vector<Argument> known(context.arena.memory());
  for (const Term* word : arguments) known.push_back(argument_of(*word));
  ParsedInvocation parsed;
  parse_options(subcommand, known, parsed);
  Call call(context.arena);
  call.name = words[0];
  if (parsed.unknown_at || parsed.inner_at) {
    call.tail.assign(arguments.begin(), arguments.end());
    return call_term(context, call);
  }
  call.utility = &subcommand;
  read_arguments(context, call, parsed, arguments);
  settle_options(context, call, arguments);
  return call_term(context, call);
}

}  // namespace assay::canonical
