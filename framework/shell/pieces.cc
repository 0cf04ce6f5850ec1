// SPDX-License-Identifier: Apache-2.0
// What becomes of a word's pieces: splitting at blanks, matching of file names, one argument or several.
#include "pieces.h"

#include <algorithm>

#include "characters.h"

namespace assay::shell {
namespace {

const Parameter* parameter_of(const Expansion& expansion) {
  const auto* boxed = std::get_if<Boxed<Parameter>>(&expansion.segment.node);
  return boxed ? &**boxed : nullptr;
}

bool is_static(const Word& word) {
  return std::all_of(word.segments.begin(), word.segments.end(),
                     [](const Segment& segment) { return static_text(segment).has_value(); });
}

// "$@", "${a[@]}", "${!x@}": several fields even within quotes.
bool is_list(const Parameter& parameter) {
  if (parameter.operation == ParameterOperator::length) return false;
  const auto spells = [](const Word& word, char c) {
    const Text* text = word.segments.size() == 1 ? std::get_if<Text>(&word.segments[0].node) : nullptr;
    return text && text->text == std::string_view(&c, 1);
  };
  if (parameter.name == "@" || parameter.indirect) return true;
  if (parameter.operation == ParameterOperator::names && spells(parameter.argument, '@')) return true;
  return parameter.subscript && spells(*parameter.subscript, '@');
}

bool may_hold_list(const std::vector<Segment>& segments);

// Includes nested ones: "${x:-$@}", "${a[$i]}".
bool may_be_list(const Parameter& parameter) {
  if (is_list(parameter)) return true;
  if (parameter.subscript && !is_static(*parameter.subscript)) return true;
  if (parameter.second && may_hold_list(parameter.second->segments)) return true;
  return may_hold_list(parameter.argument.segments);
}

bool may_hold_list(const std::vector<Segment>& segments) {
  return std::any_of(segments.begin(), segments.end(), [](const Segment& segment) {
    if (const auto* quoted = std::get_if<DoubleQuoted>(&segment.node)) return may_hold_list(quoted->parts);
    const auto* parameter = std::get_if<Boxed<Parameter>>(&segment.node);
    return parameter && may_be_list(**parameter);
  });
}

bool is_number(const Parameter& parameter) {
  if (parameter.operation == ParameterOperator::length) return true;
  return parameter.operation == ParameterOperator::none && !parameter.indirect &&
         (parameter.name == "#" || parameter.name == "?" || parameter.name == "$" || parameter.name == "!");
}

bool splits(Place place) { return place == Place::argument; }

// Literals beside an unquoted value: $a"-"$b is not $a-$b if the values are "[a" and "c]".

using Mark = Literal::Mark;

// Merges literals that are marked alike; an empty string next to another literal adds nothing.
void add_marked(Pieces& out, Literal literal) {
  Literal* last = out.empty() ? nullptr : std::get_if<Literal>(&out.back());
  if (last && literal.text.empty()) return;
  if (last && last->text.empty())
    *last = std::move(literal);
  else if (last && last->mark == literal.mark)
    last->text += literal.text;
  else
    out.push_back(std::move(literal));
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

// Reduces the number of ways to say the same.

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
    if (literal && last && literal->quoted == last->quoted && literal->mark == last->mark)
      last->text += literal->text;
    else
      out.push_back(std::move(piece));
  }
  return out;
}

}  // namespace

bool is_splittable(const Expansion& expansion) {
  if (expansion.quoted) return false;
  if (const Parameter* parameter = parameter_of(expansion)) return !is_number(*parameter);
  return std::holds_alternative<CommandSubstitution>(expansion.segment.node);
}

bool quotes_matter_when_whole(const Expansion& expansion) {
  const Parameter* parameter = parameter_of(expansion);
  if (!parameter) return std::holds_alternative<ExtendedGlob>(expansion.segment.node);
  return parameter->name == "@" || parameter->name == "*" || parameter->subscript || parameter->indirect ||
         parameter->second || !parameter->argument.segments.empty();
}

bool may_split(const Pieces& pieces, Place place) {
  return splits(place) && std::any_of(pieces.begin(), pieces.end(), [](const Piece& piece) {
           if (std::holds_alternative<Brace>(piece)) return true;
           const Expansion* expansion = std::get_if<Expansion>(&piece);
           return expansion && is_splittable(*expansion);
         });
}

bool may_glob(const Pieces& pieces, Place place) {
  if (place == Place::assignment || place == Place::plain) return false;
  return std::any_of(pieces.begin(), pieces.end(), [](const Piece& piece) {
    if (std::holds_alternative<Brace>(piece) || std::holds_alternative<Glob>(piece)) return true;
    const Expansion* expansion = std::get_if<Expansion>(&piece);
    return expansion &&
           (is_splittable(*expansion) || std::holds_alternative<ExtendedGlob>(expansion->segment.node));
  });
}

Fields fields_of(const Pieces& pieces, Place place) {
  if (!splits(place)) return Fields::one;
  if (pieces.empty() || may_split(pieces, place) || may_glob(pieces, place)) return Fields::any;
  const bool lists = std::any_of(pieces.begin(), pieces.end(), [](const Piece& piece) {
    const Expansion* expansion = std::get_if<Expansion>(&piece);
    const Parameter* parameter = expansion ? parameter_of(*expansion) : nullptr;
    return parameter && may_be_list(*parameter);
  });
  return lists ? Fields::any : Fields::one;
}

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
  if (out.size() > 1 && !splittable && !may_have_list(out))
    out.erase(std::remove_if(out.begin(), out.end(), is_empty_literal), out.end());
  return with_joined_literals(std::move(out));
}

}  // namespace assay::shell
