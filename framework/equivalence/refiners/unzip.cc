// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "call/made_call.h"
#include "refiners/refiners.h"

namespace assay::equivalence {

// -d and its folder may also follow the archive and its members, before the list of -x.
void refine_unzip(Context& context, Call& call) {
  if (!context.allows(rule::operand_place) || !call.tail.empty() || call.has("-d") ||
      call.operands.size() < 3)
    return;
  const auto is_word = [](const Term* each, std::string_view text) {
    return each->is_text() && each->text == text;
  };
  const auto found =
      std::ranges::find_if(call.operands, [&](const Term* each) { return is_word(each, "-d"); });
  const bool is_alone =
      std::ranges::none_of(call.operands, [&](const Term* each) { return is_word(each, "-x"); });
  if (!is_alone || call.operands.end() - found < 2 || found == call.operands.begin()) return;
  const Term& folder = **(found + 1);
  if (!folder.is_text() || folder.text.empty() || folder.text[0] == '-') return;
  context.note(rule::operand_place, "-d");
  call.operands.erase(found, found + 2);
  add_option(context, call, "-d", folder.text);
}

}  // namespace assay::equivalence
