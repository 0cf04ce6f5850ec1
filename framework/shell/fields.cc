// SPDX-License-Identifier: Apache-2.0
// What becomes of a word's pieces: splitting at blanks, matching of file names, one argument or several.
#include <algorithm>

#include "assay/internal/word.h"
#include "characters.h"
#include "pieces.h"

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

}  // namespace assay::shell
