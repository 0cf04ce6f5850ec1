// SPDX-License-Identifier: Apache-2.0
#include "refiners/refiners.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "call/call.h"

namespace assay::equivalence {
namespace {

std::string word_of(const OptionSetting& given, const Call& call, std::string_view any) {
  const std::string& name = call.utility->options[given.option].name();
  if (given.value.empty()) return name;
  return name + " " + std::string(given.value == "*" ? any : given.value);
}

// Whether all of them are given, each once. `any` becomes the text that stands for *.
bool gives(const Call& call, const std::vector<OptionSetting>& wanted, std::string_view& any) {
  const Term* first = nullptr;
  for (const OptionSetting& each : wanted) {
    const auto is_it = [&each](const Setting& setting) { return setting.parsed.id == each.option; };
    const auto found = std::ranges::find_if(call.options, is_it);
    if (found == call.options.end() || std::any_of(found + 1, call.options.end(), is_it)) return false;
    if (each.value.empty() ? found->value != nullptr : !found->value || !found->value->is_text())
      return false;
    if (each.value.empty()) continue;
    if (each.value != "*" ? found->value->text != each.value : first && !same(*first, *found->value))
      return false;
    if (each.value == "*") first = found->value;
  }
  any = first ? first->text : std::string_view();
  return true;
}

// Options that mean the same as others, or as none, by the utility's table.
void replace_equal_options(Context& context, Call& call) {
  if (!call.tail.empty()) return;
  for (const EqualOptions& each : call.utility->equal_options) {
    const bool is_bundle = each.options.size() > 1 && each.options[0].value.empty();
    const Rule& rule = each.are.empty() ? rule::default_value
                       : is_bundle      ? rule::option_bundle
                                        : rule::option_name;
    const auto is_given = [&](OptionId id) { return call.has_any({&id, 1}); };
    std::string_view any;
    if (!context.allows(rule) || (each.configured && !context.script.defaults_hold) ||
        !call.holds(each.where) || !std::ranges::all_of(each.with, is_given) ||
        !gives(call, each.options, any))
      continue;
    std::string words;
    for (const OptionSetting& given : each.options) {
      words += (words.empty() ? "" : " ") + word_of(given, call, any);
      call.remove(call.utility->options[given.option].name());
    }
    context.note(rule, words);
    for (const OptionSetting& other : each.are)
      add_option(context, call, call.utility->options[other.option].name(),
                 other.value == "*" ? any : std::string_view(other.value));
  }
}

}  // namespace

void refine_by_utility(Context& context, Call& call) {
  replace_equal_options(context, call);
  static const auto kRefiners = [] {
    std::unordered_map<std::string_view, std::vector<void (*)(Context&, Call&)>> all;
    for (const Rule* rule : all_rules()) {
      for (const UtilityFunction& each : rule->refine) {
        if (each.refine) all[each.utility].push_back(each.refine);
      }
    }
    return all;
  }();
  const auto found = kRefiners.find(call.utility->name);
  if (found == kRefiners.end()) return;
  for (const auto refine : found->second) refine(context, call);
}

}  // namespace assay::equivalence
