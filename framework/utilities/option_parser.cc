// SPDX-License-Identifier: Apache-2.0
#include "option_parser.h"

#include <algorithm>

namespace assay {
namespace {

bool are_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// A table that does not list these cannot say that the program does nothing else then.
bool asks_for_help(std::string_view text) { return text == "--help" || text == "--version"; }

}  // namespace

void OptionParser::set_unknown() {
  if (utility_.lenient && at_ < arguments_.size() && !asks_for_help(arguments_[at_].text)) return;
  if (!into_.unknown_at) into_.unknown_at = at_;
  next_ = static_cast<std::uint32_t>(arguments_.size());
}

void OptionParser::set_uncertain() {
  if (!into_.uncertain_at) into_.uncertain_at = at_;
}

void OptionParser::run() {
  if (utility_.expression) return read_expression();
  if (utility_.order == OptionOrder::none) return read_keys();
  if (utility_.bundles == Bundles::tar) read_tar_bundle();
  while (next_ < arguments_.size()) {
    at_ = next_++;
    ended_ ? read_operand() : read_argument();
  }
}

void OptionParser::read_argument() {
  const Argument& argument = arguments_[at_];
  if (argument.known == Known::literal) return read_word(argument.text);
  read_opaque(argument);
}

void OptionParser::read_operand() {
  into_.operands.push_back(at_);
  if (utility_.order == OptionOrder::stop && into_.operands.size() >= utility_.stop_at) ended_ = true;
}

void OptionParser::read_word(std::string_view text) {
  if (text == "--" && utility_.dashes) {
    // git, docker, kubectl, pip and cargo each take it for something else there.
    if (utility_.inner.form == InnerForm::subcommand && into_.operands.empty()) return set_unknown();
    into_.dashes = at_;
    if (utility_.dashes_matter) into_.operands.push_back(at_);
    ended_ = true;
    return;
  }
  if (text.starts_with('+') && takes_plus_numbers()) return set_unknown();
  if (text.size() < 2 || (text[0] != '-' && text[0] != '+')) {
    if (utility_.bundles == Bundles::bsd && !text.empty() && text != "-") return read_bsd_bundle(text);
    return read_operand();
  }
  if (utility_.literal_unknown && !is_made_of_letters(text)) return read_operand();
  if (!utility_.numeric.empty() && read_numeric(text)) return;
  if (text[0] == '+') return read_plus(text);
  if (text.size() > 2) {
    if (const OptionId id = utility_.find_option(text); id != no_option)
      return read_exact(id, Spelling::word);
    if (text[1] == '-') return read_long(text, Known::literal);
  }
  read_cluster(text, Known::literal);
}

bool OptionParser::is_made_of_letters(std::string_view text) const {
  return text[0] == '-' && std::ranges::all_of(text.substr(1), [this](char c) {
           return static_cast<unsigned char>(c) < 128 &&
                  utility_.letters[static_cast<unsigned char>(c)] != no_option;
         });
}

// Depending on the known part, the word may be an option, several words, or certainly an operand.
void OptionParser::read_opaque(const Argument& argument) {
  const std::string_view text = argument.text;
  if (text.empty()) {
    set_uncertain();
    return read_operand();
  }
  if (text[0] == '-' || text[0] == '+') {
    if (text[0] == '+' && takes_plus_numbers()) return set_unknown();
    if (text[0] == '+' && !has_plus_options()) return read_operand();
    if (text[0] == '+' && utility_.find_option("+") == no_option) return set_unknown();
    if (argument.known != Known::one_word) set_uncertain();
    if (text.starts_with("--")) return read_long(text, Known::one_word);
    return read_cluster(text, Known::one_word);
  }
  if (utility_.bundles == Bundles::bsd) return set_unknown();
  read_operand();
  if (argument.known == Known::split && !ended_) set_uncertain();
}

bool OptionParser::read_numeric(std::string_view text) {
  if (!are_digits(text.substr(1))) return false;
  for (const NumericForm& form : utility_.numeric) {
    if (form.sign != text[0]) continue;
    const bool in_place = form.place == NumericPlace::anywhere ||
                          (form.place == NumericPlace::first && at_ == 0) ||
                          (form.place == NumericPlace::sole && is_sole_operand_form());
    if (form.option == no_option || !in_place) {
      set_unknown();
      return true;
    }
    const std::size_t offset = form.keeps_sign ? 0 : 1;
    attach(add(form.option, Spelling::numeric).value, text.substr(offset), offset, ValueForm::attached,
           Known::literal);
    return true;
  }
  return false;
}

bool OptionParser::is_sole_operand_form() {
  if (at_ != 0 || arguments_.size() > 2) return false;
  if (arguments_.size() == 1) return true;
  const Argument& other = arguments_[1];
  if (other.text.empty() || other.known == Known::glob || other.known == Known::split) return false;
  return other.text[0] != '-' || (other.text.size() == 1 && other.known == Known::literal);
}

OptionId OptionParser::find_long(std::string_view name, Spelling& spelling) const {
  spelling = Spelling::word;
  const auto& names = utility_.long_names;
  auto found = std::lower_bound(
      names.begin(), names.end(), name,
      [this](Utility::NamedId left, std::string_view wanted) { return utility_.text_of(left) < wanted; });
  if (found == names.end() || !utility_.text_of(*found).starts_with(name)) return no_option;
  if (utility_.text_of(*found) == name) return found->id;
  if (!utility_.abbreviations) return no_option;
  spelling = Spelling::abbreviated;
  const OptionId id = found->id;
  for (; found != names.end() && utility_.text_of(*found).starts_with(name); ++found)
    if (found->id != id) return no_option;
  return utility_.options[id].in_full ? no_option : id;
}

void OptionParser::read_long(std::string_view text, Known known) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos && known != Known::literal) return set_unknown();
  Spelling spelling = Spelling::word;
  const OptionId id = find_long(text.substr(0, equals), spelling);
  if (id == no_option) return set_unknown();
  const Arity arity = utility_.options[id].arity;
  if (equals == std::string_view::npos) return read_exact(id, spelling);
  if (arity == Arity::none || arity == Arity::pair || !utility_.equals) return set_unknown();
  attach(add(id, spelling).value, text.substr(equals + 1), equals + 1, ValueForm::equals, known);
}

// A name that is the whole argument.
void OptionParser::read_exact(OptionId id, Spelling spelling) {
  const Arity arity = utility_.options[id].arity;
  const bool two_dashes = arguments_[at_].text.starts_with("--");
  if (arity == Arity::attached || (arity == Arity::required && two_dashes && !utility_.separate_long))
    return set_unknown();
  take_separate(add(id, spelling));
}

// A second use within one cluster, of an option that may be refused there although it is accepted twice in
// separate words (jq -RR).
bool OptionParser::is_doubled(OptionId id, std::string_view letters) const {
  return utility_.options[id].repetition == Repetition::once && std::ranges::any_of(letters, [&](char each) {
           const auto letter = static_cast<unsigned char>(each);
           return letter < utility_.letters.size() && utility_.letters[letter] == id;
         });
}

void OptionParser::read_cluster(std::string_view text, Known known) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    const auto letter = static_cast<unsigned char>(text[i]);
    const OptionId id = text[0] == '+'                     ? utility_.find_option("+")
                        : letter < utility_.letters.size() ? utility_.letters[letter]
                                                           : no_option;
    if (id == no_option) return set_unknown();
    const Arity arity = utility_.options[id].arity;
    const std::size_t rest = text[0] == '+' ? i : i + 1;
    if (arity == Arity::none) {
      if ((!utility_.clusters && text.size() > 2) || is_doubled(id, text.substr(1, i - 1)))
        return set_unknown();
      add(id, Spelling::letter);
      continue;
    }
    if (rest == text.size() && known == Known::literal) {
      if (arity == Arity::attached) return set_unknown();
      return take_separate(add(id, Spelling::letter));
    }
    if (!utility_.attached || arity == Arity::pair) return set_unknown();
    // ps reads -aux like aux if there is no user x.
    if ((!utility_.clusters || utility_.bundles == Bundles::bsd) && i > 1) return set_unknown();
    if (rest == text.size()) set_uncertain();  // an empty expansion would leave no value here
    const std::size_t offset =
        utility_.short_equals && rest < text.size() && text[rest] == '=' ? rest + 1 : rest;
    return attach(add(id, Spelling::letter).value, text.substr(offset), offset, ValueForm::attached, known);
  }
  if (known != Known::literal) set_unknown();  // unknown letters follow
}

void OptionParser::read_plus(std::string_view text) {
  if (utility_.find_option("+") != no_option) return read_cluster(text, Known::literal);
  if (const OptionId whole = utility_.find_option(text); whole != no_option)
    return take_separate(add(whole, Spelling::word));
  if (!has_plus_options()) return read_operand();
  for (std::size_t i = 1; i < text.size(); ++i) {
    const char name[] = {'+', text[i]};
    const OptionId id = utility_.find_option(std::string_view(name, 2));
    if (id == no_option || (utility_.options[id].arity != Arity::none && i + 1 < text.size()))
      return set_unknown();
    take_separate(add(id, Spelling::letter));
  }
}

bool OptionParser::has_plus_options() const {
  return std::ranges::any_of(
      utility_.long_names, [this](Utility::NamedId each) { return utility_.text_of(each).starts_with('+'); });
}

// Whether the utility itself decides which words beginning with + are numbers and which are operands.
bool OptionParser::takes_plus_numbers() const {
  return std::ranges::any_of(
      utility_.numeric, [](const NumericForm& form) { return form.sign == '+' && form.option == no_option; });
}

ParsedOption& OptionParser::add(OptionId id, Spelling spelling) {
  ParsedOption& option = into_.options.emplace_back();
  option.id = id;
  option.argument = at_;
  option.spelling = spelling;
  return option;
}

void OptionParser::attach(OptionValue& value, std::string_view text, std::size_t offset, ValueForm form,
                          Known known) {
  value = {text, known, form, at_, static_cast<std::uint32_t>(offset)};
}

bool OptionParser::take_next(OptionValue& value) {
  if (next_ >= arguments_.size()) return false;
  const Argument& argument = arguments_[next_];
  if (!utility_.dash_values && argument.text.starts_with('-')) return false;
  value = {argument.text, argument.known, ValueForm::separate, next_, 0};
  if (argument.known == Known::glob || argument.known == Known::split) {
    at_ = next_;
    set_uncertain();
  }
  ++next_;
  return true;
}

void OptionParser::take_separate(ParsedOption& option) {
  const Arity arity = utility_.options[option.id].arity;
  if (arity == Arity::none || arity == Arity::optional) return;
  if (arity == Arity::number) return take_number(option);
  const bool may_be_bare = arity == Arity::perhaps || arity == Arity::next;
  if (may_be_bare && next_ >= arguments_.size()) return;
  if (arity == Arity::perhaps) return take_if_number(option);
  if (!take_next(option.value) || (arity == Arity::pair && !take_next(option.second))) set_unknown();
}

void OptionParser::take_number(ParsedOption& option) {
  if (next_ >= arguments_.size()) return;
  const Argument& next = arguments_[next_];
  if (next.text.empty() && next.known != Known::literal) return set_unknown();
  if (!next.text.empty() && are_digits(next.text.substr(0, 1))) take_next(option.value);
}

// A word that is neither a number nor an option may be the value or not.
void OptionParser::take_if_number(ParsedOption& option) {
  const Argument& next = arguments_[next_];
  const bool is_number = next.known == Known::literal && next.text.size() < 10 && are_digits(next.text);
  if (is_number) take_next(option.value);
  if (!is_number && !next.text.starts_with('-')) set_uncertain();
}

bool ParsedInvocation::has(OptionId id) const {
  return std::ranges::any_of(options, [id](const ParsedOption& option) { return option.id == id; });
}

void parse_options(const Utility& utility, std::span<const Argument> arguments, ParsedInvocation& into) {
  into.options.clear();
  into.operands.clear();
  into.dashes = into.inner_at = into.expression_at = into.unknown_at = into.uncertain_at = std::nullopt;
  into.inner = InnerForm::none;
  into.subcommand = nullptr;
  into.utility = &utility;
  OptionParser(utility, arguments, into).run();
  if (utility.letters_first)
    std::ranges::stable_partition(into.options,
                                  [](const ParsedOption& each) { return each.spelling == Spelling::letter; });
  if (!into.unknown_at && utility.inner.form != InnerForm::none) find_inner(arguments, into);
}

ParsedInvocation parse_options(const Utility& utility, std::span<const Argument> arguments) {
  ParsedInvocation parsed;
  parse_options(utility, arguments, parsed);
  return parsed;
}

}  // namespace assay
