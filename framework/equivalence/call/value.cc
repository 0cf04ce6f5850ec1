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
    return context.arena.text(context.arena.keep(*canonical), value.span);
  }
  return &value;
}

const Term* value_of(Context& context, const Option& option, const Term& value) {
  for (const auto& names : option.choices) {
    const auto found = std::ranges::find(names, value.text);
    if (found == names.end()) continue;
    if (found == names.begin() || !context.allows(rule::choice_value)) return &value;
    context.note(rule::choice_value, value.text);
    return context.arena.text(names.front(), value.span);
  }
  return value_of(context, option.kind, value);
}

constexpr Rule rule::choice_value = {.id = "choice",
                                     .rung = Rung::aliases,
                                     .meaning = "synonyms of a value, and of an object of `ip`, are equal",
                                     .same = {"grep --color=yes x f", "grep --color=always x f"},
                                     .apart = {"grep --color=always x f", "grep --color=never x f"}};

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
    .apart = {"chmod +x f", "chmod a+x f"}};

constexpr Rule rule::signal_value = {.id = "signal",
                                     .rung = Rung::values,
                                     .meaning = "a signal's names and its number are equal",
                                     .same = {"kill -9 1", "kill -s KILL 1"},
                                     .apart = {"kill -9 1", "kill -STOP 1"}};

constexpr Rule rule::field_list = {.id = "field-list",
                                   .rung = Rung::values,
                                   .meaning = "lists of fields are equal as sets of ranges",
                                   .same = {"cut -f 3,1 f", "cut -f 1,3 f"},
                                   .apart = {"cut -f 1,3 f", "cut -f 1-3 f"}};

constexpr Rule rule::list_value = {.id = "list",
                                   .rung = Rung::values,
                                   .meaning = "lists with commas are equal as sets, if the table says so",
                                   .same = {"cp --preserve=mode,links a b", "cp --preserve=links,mode a b"},
                                   .apart = {"ps -o pid,comm", "ps -o comm,pid"}};

}  // namespace assay::equivalence
