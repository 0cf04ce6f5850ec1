// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string_view>

#include "call/made_call.h"
#include "refiners/refiners.h"

namespace assay::equivalence {

// rsync -rlptgoD is rsync -a, except with --files-from, where -a does not recurse.
void refine_rsync(Context& context, Call& call) {
  constexpr std::array<std::string_view, 8> kArchive = {"-r", "-l", "-p",        "-t",
                                                        "-g", "-o", "--devices", "--specials"};
  const auto denies = [](const Setting& each) { return each.option->name().starts_with("--no-"); };
  if (!context.allows(rule::option_bundle) || !call.tail.empty() || call.has("-a") || call.has("-L") ||
      call.has("--files-from") || std::ranges::any_of(call.options, denies) ||
      !std::ranges::all_of(kArchive, [&call](std::string_view each) { return call.has(each); }))
    return;
  context.note(rule::option_bundle, "-rlptgoD");
  for (const std::string_view each : kArchive) call.remove(each);
  add_option(context, call, "-a");
}

}  // namespace assay::equivalence
