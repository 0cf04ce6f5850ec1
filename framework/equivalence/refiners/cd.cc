// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "refiners/refiners.h"

namespace assay::equivalence {

// cd ./d is cd d if CDPATH does not apply; the shell drops slashes at the end of a path.
void refine_cd(Context& context, Call& call) {
  if (!context.allows(rule::search_path) || !call.tail.empty() || call.operands.size() != 1 ||
      !call.has_only({"-L"}))
    return;
  const Term& folder = *call.operands[0];
  if (!folder.is_text() || folder.text == "//") return;  // the shell calls // so
  std::string_view path = folder.text;
  while (path.starts_with("./") && path.size() > 2 && path[2] != '/' && path[2] != '-') path.remove_prefix(2);
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  if (path == folder.text || path == "." || path == ".." || path.empty()) return;
  context.assume(rule::search_path, folder);
  call.operands[0] = context.arena.text(path, folder.span);
}

constexpr Rule rule::search_path = {
    .id = "search-path",
    .rung = Rung::rewrite,
    .meaning = "the path of the folder that cd enters may be spelled differently",
    .same = {"cd ./d", "cd d"},
    .apart = {"cd -", "cd ./-"},
    .assumption = "CDPATH is not set"};

}  // namespace assay::equivalence
