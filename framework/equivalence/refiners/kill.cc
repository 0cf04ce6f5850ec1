// SPDX-License-Identifier: Apache-2.0
#include "languages/signal_name.h"
#include "refiners/refiners.h"

namespace assay::equivalence {

// kill -9, -n 9 and -s KILL.
void refine_kill(Context& context, Call& call) {
  if (!context.allows(rule::signal_value)) return;
  Setting* number = call.find("-n");
  const OptionId name = call.utility->find_option("-s");
  if (!number || name == no_option || call.has("-s") || !number->value || !number->value->is_text()) return;
  const auto signal = canonical_signal(number->value->text);
  if (!signal) return;
  context.note(rule::signal_value, *number->value);
  number->parsed.id = name;
  number->option = &call.utility->options[name];
  number->value = context.arena.text(context.arena.keep(*signal), number->span);
}

}  // namespace assay::equivalence
