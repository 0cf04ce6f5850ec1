// SPDX-License-Identifier: Apache-2.0
// gzip, bzip2 and xz: the default level, and options that -c implies.
#include <algorithm>
#include <string_view>

#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

bool is_level(const Setting& setting) {
  const std::string& name = setting.option->name();
  return name.size() == 2 && name[1] >= '0' && name[1] <= '9';
}

void drop_usual(Context& context, Call& call, std::string_view level) {
  // A level of xz replaces the filters before it, and a filter the level.
  const bool is_usual =
      !call.is("xz") || call.has_only({level, "-c", "-d", "-k", "-f", "-q", "-v", "-z", "-t", "-T"});
  if (!context.allows(rule::default_value) || !context.defaults_hold || !call.tail.empty()) return;
  if (is_usual && call.has(level) && std::ranges::count_if(call.options, is_level) == 1 && !call.has("-e")) {
    context.note(rule::default_value, level);
    call.remove(level);
  }
  if (call.has("-c") && call.has("-k")) {  // output to elsewhere keeps the file
    context.note(rule::default_value, "-k");
    call.remove("-k");
  }
}

}  // namespace

void refine_gzip(Context& context, Call& call) { drop_usual(context, call, "-6"); }
void refine_bzip2(Context& context, Call& call) { drop_usual(context, call, "-9"); }

}  // namespace assay::equivalence
