// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "call/made_call.h"
#include "refiners/refiners.h"

namespace assay::equivalence {

// du -d 0 is du -s, which cannot be combined with -a.
void refine_du(Context& context, Call& call) {
  const Setting* depth = call.find("-d");
  if (!context.allows(rule::option_name) || !call.tail.empty() || !depth || call.has("-s") || call.has("-a"))
    return;
  const bool is_zero = depth->value && depth->value->is_text() && depth->value->text == "0";
  const bool is_once = std::ranges::count(call.options, depth->parsed.id,
                                          [](const Setting& each) { return each.parsed.id; }) == 1;
  if (!is_zero || !is_once) return;
  context.note(rule::option_name, "-d 0");
  call.remove("-d");
  add_option(context, call, "-s");
}

}  // namespace assay::equivalence
