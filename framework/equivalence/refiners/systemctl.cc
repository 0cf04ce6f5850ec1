// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

// Verbs whose arguments are unit names, not patterns.
constexpr std::array<std::string_view, 18> kUnitVerbs = {"cat",
                                                         "disable",
                                                         "enable",
                                                         "is-active",
                                                         "is-enabled",
                                                         "is-failed",
                                                         "kill",
                                                         "mask",
                                                         "reenable",
                                                         "reload",
                                                         "reload-or-restart",
                                                         "restart",
                                                         "start",
                                                         "status",
                                                         "stop",
                                                         "try-reload-or-restart",
                                                         "try-restart",
                                                         "unmask"};
static_assert(std::ranges::is_sorted(kUnitVerbs));

// A name that systemctl completes with the suffix: not a path, a pattern or a process id, and without the
// suffix of another kind of unit.
bool is_bare_unit(std::string_view name) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '@';
  };
  return !name.empty() && std::ranges::all_of(name, is_letter) &&
         name.find_first_not_of("0123456789") != name.npos;
}

}  // namespace

// systemctl stop x.service is systemctl stop x.
void refine_systemctl(Context& context, Call& call) {
  constexpr std::string_view kSuffix = ".service";
  if (!context.allows(rule::unit_suffix) || !call.tail.empty() || call.operands.size() < 2 ||
      !call.operands[0]->is_text() || !std::ranges::binary_search(kUnitVerbs, call.operands[0]->text))
    return;
  for (const Term*& operand : std::span(call.operands).subspan(1)) {
    if (!operand->is_text() || !operand->text.ends_with(kSuffix)) continue;
    const std::string_view name = operand->text.substr(0, operand->text.size() - kSuffix.size());
    if (!is_bare_unit(name)) continue;
    context.note(rule::unit_suffix, *operand);
    operand = context.arena.text(name, operand->span);
  }
}

constexpr Rule rule::unit_suffix = {.id = "unit-suffix",
                                    .rung = Rung::values,
                                    .meaning = "`.service` after the name of a unit may be left out",
                                    .same = {"systemctl restart nginx", "systemctl restart nginx.service"},
                                    .apart = {"systemctl restart a", "systemctl restart a.socket"}};

}  // namespace assay::equivalence
