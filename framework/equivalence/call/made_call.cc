// SPDX-License-Identifier: Apache-2.0
#include "call/made_call.h"

#include <algorithm>

namespace assay::equivalence {

Call* make_call(Context& context, std::string_view name, shell::Span span) {
  const Utility* utility = context.find(name);
  if (!utility || std::ranges::find(context.functions, name) != context.functions.end()) return nullptr;
  Call* call = context.arena.make<Call>(context.arena);
  call->utility = utility;
  call->name = context.arena.text(name, span);
  call->span = span;
  return call;
}

void add_option(Context& context, Call& call, std::string_view option, std::string_view value) {
  const OptionId id = call.utility->find_option(option);
  if (id == no_option) return;
  Setting setting;
  setting.parsed.id = id;
  setting.option = &call.utility->options[id];
  setting.span = call.name->span;
  if (!value.empty()) setting.value = context.arena.text(context.arena.keep(value), call.name->span);
  call.options.push_back(setting);
  std::ranges::stable_sort(call.options, {}, [](const Setting& each) { return each.parsed.id; });
}

}  // namespace assay::equivalence
