// SPDX-License-Identifier: Apache-2.0
#include "calls.h"

#include <algorithm>

namespace assay::refute {
namespace {

bool happens(std::size_t one_in, Random& random) { return random.below(one_in) == 0; }

std::string_view nonterminal_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::text: return "value_text";
    case ValueKind::integer: return "value_integer";
    case ValueKind::size: return "value_size";
    case ValueKind::duration: return "value_duration";
    case ValueKind::mode: return "value_mode";
    case ValueKind::owner: return "value_owner";
    case ValueKind::signal: return "value_signal";
    case ValueKind::field_list: return "value_fields";
    case ValueKind::sort_key: return "value_key";
    case ValueKind::list: return "value_list";
    case ValueKind::path: return "operand";
    case ValueKind::pattern: return "value_pattern";
    case ValueKind::character: return "value_character";
    case ValueKind::choice: return "value_text";
    case ValueKind::script: return "value_script";
    case ValueKind::program: return "value_program";
  }
  return "value_text";
}

std::string_view nonterminal_of(OperandRole role) {
  switch (role) {
    case OperandRole::path:
    case OperandRole::source: return "operand";
    case OperandRole::target: return "target";
    case OperandRole::pattern: return "value_pattern";
    case OperandRole::program: return "value_program";
    case OperandRole::script: return "value_script";
    case OperandRole::mode: return "value_mode";
    case OperandRole::owner:
    case OperandRole::user: return "value_owner";
    case OperandRole::process:
    case OperandRole::number: return "value_integer";
    case OperandRole::signal: return "value_signal";
    case OperandRole::duration: return "value_duration";
    case OperandRole::name:
    case OperandRole::assignment: return "value_name";
    case OperandRole::character_set: return "value_set";
    case OperandRole::text:
    case OperandRole::host:
    case OperandRole::url:
    case OperandRole::command: return "value_text";
  }
  return "value_text";
}

// The utility's own nonterminal (`grep_operand`, `sed_value_program`) takes precedence.
std::string drawn(const Utility& utility, std::string_view kind, const Grammar& grammar, Random& random) {
  const std::string own = utility.name + "_" + std::string(kind);
  return grammar.text(grammar.has(own) ? own : kind, random);
}

std::string value_of(const Utility& utility, const Option& option, const Grammar& grammar, Random& random) {
  if (!option.choices.empty() && !happens(8, random)) return one_of(one_of(option.choices, random), random);
  if (option.default_value && happens(4, random)) return *option.default_value;
  const std::string own = utility.name + "_value" + option.name();
  if (grammar.has(own)) return grammar.text(own, random);
  return drawn(utility, nonterminal_of(option.kind), grammar, random);
}

bool holds(const std::vector<OptionId>& ids, const MadeCall& call) {
  return std::ranges::any_of(
      call.settings, [&](const Setting& each) { return std::ranges::find(ids, each.option) != ids.end(); });
}

void add_operands(MadeCall& call, const Grammar& grammar, Random& random) {
  const std::string own = call.utility->name + "_operands";
  if (grammar.has(own)) {
    call.operands.push_back(grammar.text(own, random));
    return;
  }
  for (const Operand& operand : call.utility->operands) {
    if (holds(operand.unless, call) || (operand.optional && happens(3, random))) continue;
    const std::size_t count = operand.many ? 1 + random.below(happens(2, random) ? 3 : 1) : 1;
    for (std::size_t i = 0; i < count; ++i)
      call.operands.push_back(drawn(*call.utility, nonterminal_of(operand.role), grammar, random));
  }
}

Setting setting_of(const Utility& utility, OptionId id, const Grammar& grammar, Random& random) {
  const Option& option = utility.options[id];
  Setting setting{.option = id};
  const bool has_value = option.arity == Arity::required || option.arity == Arity::attached ||
                         (option.arity == Arity::optional && happens(2, random));
  if (has_value) setting.value = value_of(utility, option, grammar, random);
  return setting;
}

bool is_letter(std::string_view name) { return name.size() == 2 && name[0] == '-' && name[1] != '-'; }
bool is_long(std::string_view name) { return name.size() > 3 && name.starts_with("--"); }

class Speller {
 public:
  Speller(const MadeCall& call, Random& random) : call_(call), utility_(*call.utility), random_(random) {}

  std::string text() {
    std::vector<Setting> settings = call_.settings;
    vary(settings);
    std::vector<std::string> words;
    for (const Setting& setting : settings) add(words, setting);
    std::vector<std::string> operands = call_.operands;
    if (operands.size() > 1 && happens(4, random_))
      std::swap(operands[random_.below(operands.size())], operands[0]);
    return joined(std::move(words), operands);
  }

 private:
  void vary(std::vector<Setting>& settings) {
    for (std::size_t i = settings.size(); i > 1; --i)
      if (happens(2, random_)) std::swap(settings[i - 1], settings[random_.below(i)]);
    if (!settings.empty() && happens(8, random_)) settings.push_back(one_of(settings, random_));
    if (!settings.empty() && happens(10, random_)) settings.erase(settings.begin());
    if (!utility_.options.empty() && happens(8, random_)) add_default(settings);
    for (Setting& setting : settings) unfold(setting);
  }

  void add_default(std::vector<Setting>& settings) {
    const auto id = static_cast<OptionId>(random_.below(utility_.options.size()));
    const Option& option = utility_.options[id];
    if (option.repetition != Repetition::exits && option.default_value)
      settings.insert(settings.begin(), {.option = id, .value = *option.default_value});
  }

  // Makes a default value explicit, uses another word for the same choice, or an option that means the same.
  void unfold(Setting& setting) {
    const Option& option = utility_.options[setting.option];
    if (setting.value.empty() && option.bare && happens(3, random_)) setting.value = *option.bare;
    for (const auto& same : option.choices)
      if (std::ranges::find(same, setting.value) != same.end() && happens(2, random_))
        setting.value = one_of(same, random_);
    if (!option.stands_for.empty() && happens(3, random_)) {
      const OptionSetting& other = option.stands_for[random_.below(option.stands_for.size())];
      if (option.stands_for.size() == 1) setting = {other.option, other.value};
    }
  }

  std::string name_of(const Option& option) {
    std::string name = one_of(option.names, random_);
    if (is_long(name) && happens(6, random_)) name.resize(4 + random_.below(name.size() - 3));
    return name;
  }

  void add(std::vector<std::string>& words, const Setting& setting) {
    const Option& option = utility_.options[setting.option];
    const std::string name = name_of(option);
    if (setting.value.empty() && option.arity != Arity::required) {
      const bool clusters = is_letter(name) && !words.empty() && words.back().size() > 1 &&
                            words.back()[0] == '-' && words.back()[1] != '-' &&
                            words.back().find_first_of(" '\"=") == std::string::npos;
      if (clusters && happens(2, random_))
        words.back() += name.substr(1);
      else
        words.push_back(name);
      return;
    }
    std::string value = setting.value.empty() ? "''" : setting.value;
    if (option.kind == ValueKind::integer && happens(8, random_) && value[0] >= '0' && value[0] <= '9')
      value = "0" + value;
    if (is_letter(name) && !words.empty() && happens(6, random_) && is_letter(words.back())) {
      words.back() += name.substr(1) + (happens(2, random_) ? " " : "") + value;
      return;
    }
    const char* between =
        is_long(name) ? (happens(2, random_) ? "=" : " ") : (happens(2, random_) ? "" : " ");
    words.push_back(name.ends_with('=') ? name + value : name + between + value);
  }

  std::string joined(std::vector<std::string> words, const std::vector<std::string>& operands) {
    const std::size_t behind = utility_.order == OptionOrder::permute && !words.empty() && happens(4, random_)
                                   ? 1 + random_.below(words.size())
                                   : 0;
    std::vector<std::string> late(words.end() - static_cast<std::ptrdiff_t>(behind), words.end());
    words.resize(words.size() - behind);
    if (behind == 0 && happens(8, random_)) words.emplace_back("--");
    std::string text = utility_.name;
    const auto add_all = [&text](const std::vector<std::string>& more) {
      for (const std::string& word : more) text += " " + word;
    };
    add_all(words);
    const std::size_t middle = operands.empty() ? 0 : random_.below(operands.size() + 1);
    for (std::size_t i = 0; i <= operands.size(); ++i) {
      if (i == middle) add_all(late);
      if (i < operands.size()) text += " " + operands[i];
    }
    if (!call_.inner.empty()) text += " " + call_.inner;
    return text;
  }

  const MadeCall& call_;
  const Utility& utility_;
  Random& random_;
};

}  // namespace

MadeCall make_call(const Utility& utility, const Grammar& grammar, Random& random) {
  MadeCall call{.utility = &utility};
  const std::size_t count = utility.options.empty() ? 0 : 1 + random.below(4);
  for (std::size_t i = 0; i < count; ++i) {
    const auto id = static_cast<OptionId>(random.below(utility.options.size()));
    const Repetition repetition = utility.options[id].repetition;
    if (repetition == Repetition::exits && !happens(10, random)) continue;
    call.settings.push_back(setting_of(utility, id, grammar, random));
  }
  add_operands(call, grammar, random);
  if (utility.expression) call.inner = grammar.text("find_expression", random);
  if (utility.inner.form == InnerForm::argv) call.inner = grammar.text("inner_command", random);
  return call;
}

std::string spelled(const MadeCall& call, Random& random) { return Speller(call, random).text(); }

}  // namespace assay::refute
