// SPDX-License-Identifier: Apache-2.0
// Literals beside an unquoted value: $a"-"$b is not $a-$b if the values are "[a" and "c]".
#include <algorithm>

#include "pieces.h"

namespace assay::shell {
namespace {

using Mark = Literal::Mark;

// Merges literals that are marked alike; an empty string next to another literal adds nothing.
void add_marked(Pieces& out, Literal literal) {
  Literal* last = out.empty() ? nullptr : std::get_if<Literal>(&out.back());
  if (last && literal.text.empty()) return;
  if (last && last->text.empty()) {
    *last = std::move(literal);
  } else if (last && last->mark == literal.mark) {
    last->text += literal.text;
  } else {
    out.push_back(std::move(literal));
  }
}

// Reads a word from left to right.
class Marker {
 public:
  Marker(const Pieces& pieces, Place place) : place_(place) {
    for (const Piece& piece : pieces) {
      const Literal* literal = std::get_if<Literal>(&piece);
      if (is_open_value(piece)) ++closing_;
      if (literal && !literal->quoted) closing_ += std::ranges::count(literal->text, ']');
    }
  }

  void pass_value() {
    opened_ = follows_value_ = true;
    --closing_;
  }
  void pass_other() { follows_value_ = false; }

  void add(const Literal& literal, Pieces& out) {
    if (literal.text.empty()) return add_marked(out, literal);
    for (const char c : literal.text) {
      if (c == ']' && !literal.quoted) --closing_;
      add_marked(out, {std::string(1, c), false, mark_of(c, literal.quoted)});
      if (c == '[' && !literal.quoted) opened_ = true;
      follows_value_ = false;
    }
  }

 private:
  // Bare characters that are written without quotes anyway need no mark.
  Mark mark_of(char c, bool quoted) const {
    if (!matters(c)) return Mark::none;
    if (quoted) return Mark::quoted;
    return std::string_view("[]!$").find(c) == std::string_view::npos ? Mark::none : Mark::bare;
  }

  // A bare dollar keeps bash from splitting the word; a backslash that ends a value quotes what follows,
  // unless a slash ends that part of the path.
  bool matters(char c) const {
    const bool is_slash = c == '/' && place_ != Place::pattern;
    if (c == '[' || c == ']' || (follows_value_ && is_safe_bare(c) && !is_slash)) return true;
    if (c == '-' || c == '!' || c == '^') return opened_ && closing_ > 0;
    return place_ == Place::argument && c == '$';
  }

  Place place_;
  std::ptrdiff_t closing_ = 0;  // what may close brackets from here on
  bool opened_ = false;         // whether something before may open them
  bool follows_value_ = false;
};

}  // namespace

bool is_open_value(const Piece& piece) {
  const Expansion* expansion = std::get_if<Expansion>(&piece);
  return expansion && is_splittable(*expansion);
}

Pieces with_marks(Pieces pieces, Place place) {
  Pieces out;
  Brackets brackets;
  Marker marker(pieces, place);
  for (Piece& piece : pieces) {
    const bool is_enclosed = brackets.enclose(piece);
    if (is_open_value(piece)) {
      marker.pass_value();
    } else if (const Literal* literal = std::get_if<Literal>(&piece); literal && !is_enclosed) {
      marker.add(*literal, out);
      continue;
    } else {
      marker.pass_other();
    }
    out.push_back(std::move(piece));
  }
  return out;
}

}  // namespace assay::shell
