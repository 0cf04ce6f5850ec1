// SPDX-License-Identifier: Apache-2.0
#include "call.h"

#include <algorithm>
#include <utility>

#include "assay/internal/word.h"

namespace assay::risk {
namespace {

using namespace shell;

std::string shown_piece(const Piece& piece, bool first) {
  if (const auto* text = std::get_if<Literal>(&piece))
    return first && text->text.starts_with('~') ? "./" + text->text : text->text;
  if (const auto* glob = std::get_if<Glob>(&piece)) return glob->pattern;
  if (const auto* tilde = std::get_if<Tilde>(&piece)) return "~" + tilde->user;
  if (const auto* expansion = std::get_if<Expansion>(&piece)) {
    const auto* parameter = std::get_if<shell::Boxed<Parameter>>(&expansion->segment.node);
    if (parameter && (*parameter)->name == "HOME" && (*parameter)->operation == ParameterOperator::none)
      return "~";
  }
  return "$";
}

}  // namespace

bool Call::has(std::string_view option) const {
  return std::ranges::any_of(options, [&](const CalledOption& each) { return each.name == option; });
}

bool Call::says(char letter, std::string_view long_name) const {
  return std::ranges::any_of(options, [&](const CalledOption& each) {
    const std::string_view option = each.name;
    if (option.starts_with("--")) {
      const std::string_view written = option.substr(0, option.find('='));
      return written.size() > 3 ? long_name.starts_with(written) : written == long_name;
    }
    if (option == long_name) return true;  // "-ps" of xxd
    return letter != '\0' && option.size() > 1 && option.find(letter, 1) != option.npos;
  });
}

bool Call::mentions(std::string_view operand) const {
  return std::ranges::find(operands, operand) != operands.end();
}

std::string shown(const Word& word) {
  std::string text;
  bool first = true;
  for (const Piece& piece : pieces_of(word)) text += shown_piece(piece, std::exchange(first, false));
  return text;
}

std::string text_of(const Word& word) { return literal_value(word).value_or(shown(word)); }

}  // namespace assay::risk
