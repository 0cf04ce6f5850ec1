// SPDX-License-Identifier: Apache-2.0
#include "call/value.h"

#include <algorithm>
#include <optional>
#include <string>

#include "languages/field_list.h"
#include "languages/mode.h"
#include "languages/number.h"
#include "languages/signal_name.h"

namespace assay::equivalence {
namespace {

struct KindRule {
  ValueKind kind;
  Rule rule;
  std::optional<std::string> (*canonical)(std::string_view);
};

// Integers stay as written: some utilities read leading zeros as octal (du -d, ls -T).
constexpr KindRule kKinds[] = {
    {ValueKind::size, Rule::size_value, canonical_size},
    {ValueKind::duration, Rule::duration_value, canonical_duration},
    {ValueKind::mode, Rule::mode_value, canonical_mode},
    {ValueKind::signal, Rule::signal_value, canonical_signal},
    {ValueKind::field_list, Rule::field_list, canonical_field_list},
    {ValueKind::list, Rule::list_value, canonical_list},
};

}  // namespace

const Term* value_of(Context& context, ValueKind kind, const Term& value) {
  if (!value.is_text()) return &value;
  for (const KindRule& each : kKinds) {
    if (each.kind != kind || !context.allows(each.rule)) continue;
    const auto canonical = each.canonical(value.text);
    if (!canonical || *canonical == value.text) return &value;
    context.note(each.rule, value.text);
    return context.arena.text(context.arena.keep(*canonical), value.span);
  }
  return &value;
}

const Term* value_of(Context& context, const Option& option, const Term& value) {
  for (const auto& names : option.choices) {
    const auto found = std::ranges::find(names, value.text);
    if (found == names.end()) continue;
    if (found == names.begin() || !context.allows(Rule::choice_value)) return &value;
    context.note(Rule::choice_value, value.text);
    return context.arena.text(names.front(), value.span);
  }
  return value_of(context, option.kind, value);
}

}  // namespace assay::equivalence
