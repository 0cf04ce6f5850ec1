// SPDX-License-Identifier: Apache-2.0
// Commands that join their words for another program: ssh, watch.
#include <algorithm>
#include <string>

#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

std::string joined_text(std::span<const Term* const> words) {
  std::string text;
  for (const Term* word : words) text.append(text.empty() ? "" : " ").append(word->text);
  return text;
}

}  // namespace

// The remote side, or a shell, receives the words joined by blanks.
void refine_joined(Context& context, Call& call) {
  if (!call.inner || !call.inner->is(Label::words) || !context.allows(rule::joined_words)) return;
  const auto words = call.inner->parts;
  if (!std::ranges::all_of(words, [](const Term* word) { return word->is_text(); })) return;
  if (words.size() > 1 && words[0]->text.starts_with('-')) return;  // as a single word it would be an option
  if (words.size() > 1) context.note(rule::joined_words, *call.inner);
  call.inner = context.arena.node(
      Label::words, {context.arena.text(context.arena.keep(joined_text(words)), call.inner->span)});
}

constexpr Rule rule::joined_words = {.id = "joined-words",
                                     .rung = Rung::utility,
                                     .meaning = "ssh and watch join their words with blanks",
                                     .same = {"ssh host 'ls -l'", "ssh host ls -l"},
                                     .apart = {"ssh host \"ls 'a b'\"", "ssh host ls 'a b'"}};

}  // namespace assay::equivalence
