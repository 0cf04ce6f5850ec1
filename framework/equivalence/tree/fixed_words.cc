// SPDX-License-Identifier: Apache-2.0
#include "tree/fixed_words.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

#include "languages/number.h"

namespace assay::equivalence {
namespace {

constexpr long kMostFixedWords = 256;

// The command of $(…), if the word consists only of that.
const Term* substituted(const Term& word) {
  const Term* split = word.is(Label::word) && word.parts.size() == 1 ? word.parts[0] : nullptr;
  if (!split || !split->is(Label::split) || !split->parts[0]->is(Label::substitution)) return nullptr;
  return split->parts[0]->parts[0];
}

// A number that seq prints as it was given.
std::optional<long> loop_number(const Term& word) {
  const bool is_plain = word.is_text() && is_digits(word.text) && word.text.size() < 7 &&
                        (word.text[0] != '0' || word.text.size() == 1);
  if (!is_plain) return std::nullopt;
  long number = 0;
  std::from_chars(word.text.data(), word.text.data() + word.text.size(), number);
  return number;
}

// The output of seq for the operands from, step and to, the first two of which may be omitted.
std::optional<std::string> sequence(std::span<const Term* const> operands) {
  if (operands.empty() || operands.size() > 3) return std::nullopt;
  long numbers[3] = {1, 1, 0};
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const auto number = loop_number(*operands[i]);
    if (!number) return std::nullopt;
    numbers[i + 1 == operands.size() ? 2 : i] = *number;
  }
  const auto [from, step, to] = numbers;
  if (step == 0 || (to - from) / step >= kMostFixedWords) return std::nullopt;
  std::string text;
  for (long each = from; each <= to; each += step) text += std::to_string(each) + "\n";
  return text;
}

std::optional<std::string> output_of(const Term& command) {
  if (command.is(Label::call) && command.parts[0]->is_text() && command.parts[0]->text == "seq")
    return sequence(command.parts.subspan(1));
  const bool is_text = command.is(Label::emit) &&
                       std::ranges::all_of(command.parts, [](const Term* part) { return part->is_text(); });
  if (!is_text) return std::nullopt;
  std::string text;
  for (const Term* part : command.parts) text += part->text;
  return text;
}

// Text that is split at blanks and has no other special characters for the shell.
bool is_plain_output(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view(" \t\n._,:/@%+=-").find(c) != std::string_view::npos;
  });
}

}  // namespace

bool append_fixed_words(Context& context, const Term& word, Terms& arguments) {
  const bool may_tell = context.reads_status || context.changed_shell;
  const Term* command = context.allows(rule::fixed_words) && !may_tell ? substituted(word) : nullptr;
  const auto output = command ? output_of(*command) : std::nullopt;
  if (!output || !is_plain_output(*output)) return false;
  constexpr std::string_view kBlanks = " \t\n";
  std::string_view rest = context.arena.keep(*output);
  std::size_t count = 0;
  while (true) {
    rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
    if (rest.empty()) break;
    const std::size_t end = std::min(rest.find_first_of(kBlanks), rest.size());
    arguments.push_back(context.arena.text(rest.substr(0, end), word.span));
    rest.remove_prefix(end);
    ++count;
  }
  if (count > 0) context.note(rule::fixed_words, word);
  return count > 0;
}

constexpr Rule rule::fixed_words = {
    .id = "fixed-words",
    .rung = Rung::utility,
    .meaning = "a `$(seq …)` or `$(echo …)` of constants equals its words, if nothing reads `$?`",
    .same = {"touch $(seq 3)", "touch 1 2 3"},
    .apart = {"touch \"$(seq 3)\"", "touch 1 2 3"}};

}  // namespace assay::equivalence
