// SPDX-License-Identifier: Apache-2.0
// Option syntaxes beyond getopt: bundles without a dash, keys, and expressions.
#include "option_parser.h"

namespace assay {
namespace {

// GNU find's own rule for the end of its paths.
bool begins_expression(std::string_view text, bool after_expression_began) {
  if (text.empty()) return false;
  if (text[0] == '-') return text.size() > 1;
  if (text[0] == '(' || text[0] == '!') return text.size() == 1;
  if (text[0] == ')' || text[0] == ',') return text.size() == 1 && after_expression_began;
  return false;
}

}  // namespace

void OptionParser::read_letters(std::string_view letters) {
  for (const char c : letters) {
    const auto letter = static_cast<unsigned char>(c);
    const OptionId id = letter < utility_.letters.size() ? utility_.letters[letter] : no_option;
    if (id == no_option) return set_unknown();
    ParsedOption& option = add(id, Spelling::bundle);
    if (utility_.options[id].arity == Arity::required && !take_next(option.value)) return set_unknown();
  }
}

void OptionParser::read_tar_bundle() {
  if (arguments_.empty()) return;
  const Argument& first = arguments_[0];
  if (first.text.starts_with('-')) return;
  next_ = 1;
  if (first.known != Known::literal) return set_unknown();
  read_letters(first.text);
}

void OptionParser::read_bsd_bundle(std::string_view text) {
  if (text[0] >= '0' && text[0] <= '9') return read_operand();
  for (std::size_t i = 0; i < text.size(); ++i) {
    const OptionId id = utility_.find_option(text.substr(i, 1));
    if (id == no_option) return set_unknown();
    ParsedOption& option = add(id, Spelling::bundle);
    if (utility_.options[id].arity == Arity::none) continue;
    if (i + 1 == text.size()) return take_separate(option);
    return attach(option.value, text.substr(i + 1), i + 1, ValueForm::attached, Known::literal);
  }
}

void OptionParser::read_keys() {
  const bool keys = !utility_.options.empty();
  for (at_ = 0; at_ < arguments_.size(); ++at_) {
    const Argument& argument = arguments_[at_];
    const std::size_t equals = argument.text.find('=');
    if (!keys) {
      into_.operands.push_back(at_);
      continue;
    }
    const OptionId id = equals == std::string_view::npos
                            ? utility_.find_option(argument.text)
                            : utility_.find_option(argument.text.substr(0, equals + 1));
    if (id == no_option || (equals == std::string_view::npos && argument.known != Known::literal))
      return set_unknown();
    ParsedOption& option = add(id, Spelling::key);
    if (equals == std::string_view::npos) continue;
    if (argument.known == Known::split || argument.known == Known::glob) set_uncertain();
    attach(option.value, argument.text.substr(equals + 1), equals + 1, ValueForm::equals, argument.known);
  }
}

void OptionParser::read_expression() {
  bool leading = true;  // options may still come
  while (next_ < arguments_.size()) {
    at_ = next_++;
    const Argument& argument = arguments_[at_];
    if (leading && argument.known == Known::literal) {
      if (argument.text == "--" && utility_.dashes) {
        into_.dashes = at_;
        leading = false;
        continue;
      }
      const OptionId id =
          argument.text.size() < 2 ? no_option : utility_.find_option(argument.text.substr(0, 2));
      const bool whole = argument.text.size() == 2;
      if (id != no_option && (whole || utility_.options[id].arity == Arity::attached)) {
        read_cluster(argument.text, Known::literal);
        continue;
      }
    }
    leading = false;
    if (argument.known == Known::literal ? begins_expression(argument.text, false)
                                         : argument.text.starts_with('-')) {
      into_.expression_at = at_;
      return;
    }
    const bool may_begin = argument.text.empty() || argument.text == "(" || argument.text == "!";
    if (argument.known == Known::split || (argument.known != Known::literal && may_begin)) set_uncertain();
    into_.operands.push_back(at_);
  }
}

}  // namespace assay
