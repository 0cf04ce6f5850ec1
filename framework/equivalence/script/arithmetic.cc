// SPDX-License-Identifier: Apache-2.0
#include "script/arithmetic.h"

#include <algorithm>

#include "languages/characters.h"

namespace assay::equivalence {
namespace {}  // namespace

// Blanks between a name or number and an operator, and at the ends, are meaningless. Between two operators
// they may matter.
void drop_blanks(Context& context, Terms& terms) {
  if (!std::ranges::all_of(terms, [](const Term* term) { return term->is_text(); })) return;
  std::string whole;
  for (const Term* term : terms) whole += term->text;
  if (whole.find('[') != std::string::npos) return;  // a blank may be part of an associative array's key
  std::string text;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    if (whole[at] != ' ') {
      text += whole[at];
      continue;
    }
    const std::size_t next = whole.find_first_not_of(' ', at);
    const bool is_idle =
        text.empty() || next == std::string::npos ||
        (is_name_char(text.back()) != is_name_char(whole[next]) && text.back() != '#' && whole[next] != '#');
    if (!is_idle) text += ' ';
    at = next == std::string::npos ? whole.size() : next - 1;
  }
  if (text == whole) return;
  context.note(rule::arithmetic_blanks, whole);
  terms.clear();
  terms.push_back(context.arena.text(context.arena.keep(text)));
}

constexpr Rule rule::arithmetic_blanks = {.id = "arithmetic-blanks",
                                          .rung = Rung::quoting,
                                          .meaning = "blanks beside operators in arithmetic do not matter",
                                          .same = {"echo $((1 + 2))", "echo $((1+2))"},
                                          .apart = {"echo $((x - -1))", "echo $((x--1))"}};

}  // namespace assay::equivalence
