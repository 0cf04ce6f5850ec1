// SPDX-License-Identifier: Apache-2.0
#include "refiners/refiners.h"

namespace assay::equivalence {

// A slash after the only operand makes no difference if that is a folder.
void refine_ls(Context& context, Call& call) {
  if (!context.allows(rule::trailing_slash) || !call.tail.empty() || call.operands.size() != 1) return;
  if (!call.has_only({"-a", "-A", "-1", "-h", "-t", "-r", "-S", "-U", "-X", "-v", "-x", "-C", "-m"}) ||
      !call.operands[0]->is_text())
    return;
  const std::string_view text = call.operands[0]->text;
  const std::size_t end = text.find_last_not_of('/');
  if (end == std::string_view::npos || end + 1 == text.size()) return;
  context.assume(rule::trailing_slash, *call.operands[0]);
  call.operands[0] = context.arena.text(text.substr(0, end + 1), call.operands[0]->span);
}

constexpr Rule rule::trailing_slash = {
    .id = "trailing-slash",
    .rung = Rung::rewrite,
    .meaning = "a trailing slash may be left out for ls of one folder, and for mkdir",
    .same = {"ls dir/", "ls dir"},
    .apart = {"ls -l dir/", "ls -l dir"},
    .assumption = "the name with the trailing slash is a folder",
    .sentence = "{} is a folder"};

}  // namespace assay::equivalence
