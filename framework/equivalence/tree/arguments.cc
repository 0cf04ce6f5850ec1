// SPDX-License-Identifier: Apache-2.0
// What is known about an argument before the shell expands it.
#include <algorithm>

#include "tree/words.h"

namespace assay::equivalence {
namespace {

bool is_split(const Term& piece) {
  return piece.is(Label::split) || piece.is(Label::many) || piece.is(Label::brace) || piece.is(Label::array);
}
bool is_glob(const Term& piece) {
  return (piece.kind == Kind::live && !piece.text.starts_with('~') && piece.text != "{}") ||
         piece.is(Label::extended_glob);
}

}  // namespace

Argument argument_of(const Term& word) {
  if (word.is_text()) return {word.text, Known::literal};
  if (word.is(Label::appended)) return {"", Known::split};
  const auto pieces = word.is(Label::word) ? word.parts : std::span<const Term* const>();
  Argument argument{"", Known::one_word};
  if (!pieces.empty() && (pieces[0]->is_text() || pieces[0]->kind == Kind::live)) {
    const bool is_placeholder = pieces[0]->kind == Kind::live && pieces[0]->text.starts_with("{}");
    const bool is_fixed_start = pieces[0]->is_text() || pieces[0]->text.starts_with('~') || is_placeholder;
    if (is_fixed_start) argument.text = is_placeholder ? "./" : pieces[0]->text;
  }
  if (std::ranges::any_of(pieces, [](const Term* piece) { return is_glob(*piece); }))
    argument.known = Known::glob;
  if (std::ranges::any_of(pieces, [](const Term* piece) { return is_split(*piece); }))
    argument.known = Known::split;
  return argument;
}

const Term* without_prefix(Context& context, const Term& word, std::size_t count) {
  if (count == 0) return &word;
  const shell::Span span{word.span.begin, word.span.end};
  if (word.is_text()) return context.arena.text(word.text.substr(count), span);
  Terms parts(word.parts.begin(), word.parts.end(), context.arena.memory());
  const std::string_view rest = parts[0]->text.substr(count);
  if (rest.empty()) {
    parts.erase(parts.begin());
  } else {
    parts[0] = context.arena.text(rest);
  }
  return context.arena.node(Label::word, parts, span);
}

bool is_one_word(const Term& word) {
  const Known known = argument_of(word).known;
  return known == Known::literal || known == Known::one_word;
}

}  // namespace assay::equivalence
