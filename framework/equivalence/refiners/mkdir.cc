#include "refiners/refiners.h"

namespace assay::equivalence {

// A slash behind the name of a folder that is made.
void refine_mkdir(Context& context, Call& call) {
  if (!context.allows(Rule::trailing_slash) || !call.tail.empty()) return;
  for (const Term*& operand : call.operands) {
    if (!operand->is_text() || operand->text.size() < 2 || !operand->text.ends_with('/')) continue;
    const std::size_t end = operand->text.find_last_not_of('/');
    if (end == std::string_view::npos) continue;
    context.assume(Rule::trailing_slash, *operand);
    operand = context.arena.text(operand->text.substr(0, end + 1), operand->span);
  }
}

}  // namespace assay::equivalence
