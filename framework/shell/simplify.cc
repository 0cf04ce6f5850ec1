// SPDX-License-Identifier: Apache-2.0
// Reduces the number of ways to say the same.
#include <algorithm>

#include "assay/internal/word.h"
#include "pieces.h"

namespace assay::shell {
namespace {

// Merges `literal` into the last piece if that is a literal too. Literals with text need not record quotes.
bool merged(Pieces& out, Literal& literal) {
  if (!literal.text.empty()) literal.quoted = false;
  Literal* last = out.empty() ? nullptr : std::get_if<Literal>(&out.back());
  if (!last || last->mark != Literal::Mark::none || literal.mark != Literal::Mark::none) return false;
  last->text += literal.text;
  last->quoted = last->text.empty();
  return true;
}

bool is_empty_literal(const Piece& piece) {
  const Literal* literal = std::get_if<Literal>(&piece);
  return literal && literal->text.empty();
}

// Whether an unquoted value is matched as a pattern.
bool holds_patterns(const Pieces& pieces, Place place) {
  if (place == Place::assignment || place == Place::plain) return false;
  return std::any_of(pieces.begin(), pieces.end(), [](const Piece& piece) {
    const Expansion* expansion = std::get_if<Expansion>(&piece);
    return expansion && is_splittable(*expansion);
  });
}

bool may_have_list(const Pieces& pieces) {
  return std::any_of(pieces.begin(), pieces.end(), [](const Piece& piece) {
    const Expansion* expansion = std::get_if<Expansion>(&piece);
    return expansion && quotes_matter_when_whole(*expansion);
  });
}

// Whether it is certain to be part of exactly one field, whatever its value.
bool holds_a_field(const Piece& piece) {
  const Expansion* expansion = std::get_if<Expansion>(&piece);
  return expansion && expansion->quoted && !quotes_matter_when_whole(*expansion);
}

// An empty string next to a quoted value adds nothing, whatever else the word contains.
void drop_idle_literals(Pieces& pieces) {
  for (std::size_t at = pieces.size(); at-- > 0;) {
    const bool is_idle =
        is_empty_literal(pieces[at]) && ((at > 0 && holds_a_field(pieces[at - 1])) ||
                                         (at + 1 < pieces.size() && holds_a_field(pieces[at + 1])));
    if (is_idle) pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

// Within brackets, where quotes matter, joins adjacent literals that are quoted alike.
Pieces with_joined_literals(Pieces pieces) {
  Pieces out;
  for (Piece& piece : pieces) {
    const Literal* literal = std::get_if<Literal>(&piece);
    Literal* last = out.empty() ? nullptr : std::get_if<Literal>(&out.back());
    if (literal && last && literal->quoted == last->quoted && literal->mark == last->mark) {
      last->text += literal->text;
    } else {
      out.push_back(std::move(piece));
    }
  }
  return out;
}

}  // namespace

Pieces simplified(Pieces pieces, Place place) {
  const bool splittable = may_split(pieces, place);
  if (holds_patterns(pieces, place)) pieces = with_marks(std::move(pieces), place);
  Pieces out;
  Brackets brackets;
  for (Piece& piece : pieces) {
    if (brackets.enclose(piece)) {
      out.push_back(std::move(piece));
      continue;
    }
    if (Expansion* expansion = std::get_if<Expansion>(&piece)) {
      // Braces are expanded by now: what follows no longer becomes part of the name.
      if (auto* parameter = std::get_if<Boxed<Parameter>>(&expansion->segment.node))
        (*parameter)->open = false;
      const bool whole = place == Place::assignment || place == Place::plain;
      const bool quotes_matter = !whole || quotes_matter_when_whole(*expansion);
      if (!quotes_matter) expansion->quoted = false;
    } else if (Literal* literal = std::get_if<Literal>(&piece)) {
      if (merged(out, *literal)) continue;
    } else if (Brace* brace = std::get_if<Brace>(&piece)) {
      for (Pieces& word : brace->words) word = simplified(std::move(word), place);
    }
    out.push_back(std::move(piece));
  }
  drop_idle_literals(out);
  // An empty string adds nothing next to a piece that cannot vanish; next to a piece that is split, or is a
  // list, it may end a field.
  if (out.size() > 1 && !splittable && !may_have_list(out)) {
    out.erase(std::remove_if(out.begin(), out.end(), is_empty_literal), out.end());
  }
  return with_joined_literals(std::move(out));
}

}  // namespace assay::shell
