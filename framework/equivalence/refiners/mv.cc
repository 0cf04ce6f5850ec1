// mv and cp.
#include <string>

#include "refiners/refiners.h"

namespace assay::equivalence {

// mv a dest/ is mv a dest/a.
void refine_mv(Context& context, Call& call) {
  if (!context.allows(Rule::target_folder) || !call.tail.empty() || call.operands.size() != 2) return;
  if (call.has("-t") || call.has("-T") || call.has("-v") || call.has("-r")) return;
  const Term& source = *call.operands[0];
  const Term& target = *call.operands[1];
  if (!source.is_text() || !target.is_text() || !target.text.ends_with('/')) return;
  const std::string_view name = source.text.substr(source.text.rfind('/') + 1);
  if (name.empty() || name == "." || name == "..") return;
  context.assume(Rule::target_folder, target);
  const std::string path = std::string(target.text) + std::string(name);
  call.operands[1] = context.arena.text(context.arena.keep(path), target.span);
}

}  // namespace assay::equivalence
