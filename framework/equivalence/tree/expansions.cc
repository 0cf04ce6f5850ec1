// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "assay/internal/shell.h"
#include "assay/internal/text.h"
#include "languages/characters.h"
#include "languages/values.h"
#include "script/lists.h"
#include "script/state.h"
#include "tree/words.h"

namespace assay::equivalence {

bool is_bare(const shell::Parameter& parameter) {
  return !parameter.subscript && !parameter.indirect && parameter.operation == shell::ParameterOperator::none;
}

namespace {

using shell::Place;

bool is_many(const shell::Parameter& parameter) {
  if (parameter.operation == shell::ParameterOperator::length) return false;
  if (parameter.operation == shell::ParameterOperator::names) return true;
  if (parameter.name == "@" || parameter.indirect) return true;
  if (!parameter.subscript) return false;
  const auto subscript = shell::literal_value(*parameter.subscript, Place::plain);
  return !subscript || *subscript == "@";
}

// Within double quotes, other characters of the word in ${x:-word} need a backslash.
const Term* parameter_term(Context& context, const shell::Parameter& parameter, Quotes quotes) {
  if (is_bare(parameter)) return context.arena.node(Label::parameter, {context.arena.text(parameter.name)});
  const std::string text =
      quotes == Quotes::doubled ? shell::print_quoted(parameter) : shell::print(parameter);
  return context.arena.node(Label::parameter, {context.arena.live(context.arena.keep(text))});
}

const Term* glob_alternatives(Context& context, const shell::ExtendedGlob& glob) {
  Terms parts = context.arena.terms();
  parts.push_back(context.arena.live(context.arena.keep(std::string_view(&glob.kind, 1))));
  for (const shell::Word& word : glob.alternatives) parts.push_back(word_term(context, word, Place::pattern));
  return context.arena.node(Label::extended_glob, parts);
}

const Term* array_term(Context& context, const shell::Array& array) {
  Terms parts = context.arena.terms();
  for (const shell::ArrayElement& element : array.elements) {
    if (!element.subscript) {
      append_arguments(context, element.value, parts);
      continue;
    }
    parts.push_back(context.arena.node(element.append ? Label::element_append : Label::element,
                                       {word_term(context, *element.subscript, Place::plain),
                                        word_term(context, element.value, Place::assignment)}));
  }
  return context.arena.node(Label::array, parts);
}

const Term* own_shell_term(Context& context, const shell::List& body) {
  const OwnShell shell(context, body);
  if (context.script.as_written)
    return context.arena.opaque(*context.arena.live(context.arena.keep(shell::print(body))));
  return list_term(context, body);
}

// $(< f) is $(cat f); outside $( ) it would do nothing.
const Term* substituted_term(Context& context, const shell::List& body) {
  const shell::SimpleCommand* simple = shell::only_simple_command(body);
  const bool is_read = simple && simple->words.empty() && simple->assignments.empty();
  if (!is_read) return own_shell_term(context, body);
  const shell::Command& command = *shell::only_command(body);
  const bool reads_file = command.redirects.size() == 1 &&
                          command.redirects[0].operation == shell::RedirectOperator::input &&
                          command.redirects[0].fd == 0 && command.redirects[0].fd_variable.empty();
  if (!reads_file)
    return context.arena.node(Label::special, {context.arena.live(context.arena.keep(shell::print(body)))});
  const Term* file = word_term(context, command.redirects[0].target, Place::argument);
  const Term* redirect = context.arena.node(Label::redirect, {context.arena.live("<"), file});
  if (!context.allows(rule::file_substitution)) return context.arena.node(Label::command, {redirect});
  context.assume(rule::file_substitution, *file);
  return context.arena.node(Label::command,
                            {context.arena.node(Label::call, {context.arena.text("cat")}), redirect});
}

// Whether the result is always a number: $?, $#, $$, a length, a sum.
template <class Node>
bool is_number(const Node& node) {
  if (std::holds_alternative<shell::Arithmetic>(node)) return true;
  const auto* boxed = std::get_if<shell::Boxed<shell::Parameter>>(&node);
  if (!boxed) return false;
  const shell::Parameter& parameter = **boxed;
  if (parameter.operation == shell::ParameterOperator::length) return true;
  return is_bare(parameter) && is_among(parameter.name, "? # $");
}

// Whether it is the variable of a loop over words that are never split.
template <class Node>
bool is_loop_word(const Context& context, const Node& node) {
  const auto* boxed = std::get_if<shell::Boxed<shell::Parameter>>(&node);
  return boxed && is_bare(**boxed) && context.allows(rule::loop_word) &&
         std::ranges::find(context.plain_variables, (*boxed)->name) != context.plain_variables.end();
}

// How the result of an expansion becomes arguments: as one (quoted), split into words (split), as an unknown
// number of words (many); none for process substitutions, extended globs and arrays, which stand for
// themselves.
std::optional<Label> expansion_label(const shell::Expansion& expansion) {
  const auto& node = expansion.segment.node;
  if (std::holds_alternative<shell::ProcessSubstitution>(node) ||
      std::holds_alternative<shell::ExtendedGlob>(node) || std::holds_alternative<shell::Array>(node)) {
    return std::nullopt;
  }
  if (!expansion.quoted) return Label::split;
  const auto* parameter = std::get_if<shell::Boxed<shell::Parameter>>(&node);
  return parameter && is_many(**parameter) ? Label::many : Label::quoted;
}

}  // namespace

const Term* expansion_term(Context& context, const shell::Segment& segment, Quotes quotes) {
  return std::visit(
      [&](const auto& node) -> const Term* {
        using Node = std::decay_t<decltype(node)>;
        if constexpr (std::is_same_v<Node, shell::Boxed<shell::Parameter>>) {
          return parameter_term(context, *node, quotes);
        } else if constexpr (std::is_same_v<Node, shell::CommandSubstitution>) {
          return context.arena.node(Label::substitution, {substituted_term(context, node.body)});
        } else if constexpr (std::is_same_v<Node, shell::Arithmetic>) {
          return parts_term(context, Label::arithmetic, node.parts);
        } else if constexpr (std::is_same_v<Node, shell::ProcessSubstitution>) {
          const bool reads = node.direction == shell::ProcessDirection::from_process;
          return context.arena.node(reads ? Label::process_input : Label::process_output,
                                    {own_shell_term(context, node.body)});
        } else if constexpr (std::is_same_v<Node, shell::ExtendedGlob>) {
          return glob_alternatives(context, node);
        } else if constexpr (std::is_same_v<Node, shell::Array>) {
          return array_term(context, node);
        } else if constexpr (std::is_same_v<Node, shell::Text>) {
          return context.arena.text(node.text);
        } else {
          return parts_term(context, Label::translated, node.parts);
        }
      },
      segment.node);
}

const Term* expanded_term(Context& context, const shell::Expansion& expansion, ValueQuotes value_quotes) {
  const Term* term =
      expansion_term(context, expansion.segment, expansion.quoted ? Quotes::doubled : Quotes::none);
  auto label = expansion_label(expansion);
  if (value_quotes == ValueQuotes::kept) return label ? context.arena.node(*label, {term}) : term;
  if (label == Label::split && context.allows(rule::number_words) && is_number(expansion.segment.node)) {
    context.note(rule::number_words, *term);
    label = Label::quoted;
  }
  if (label == Label::split && context.allows(rule::printed_words) && prints_one_word(*term)) {
    context.assume(rule::printed_words, *term);
    label = Label::quoted;
  }
  if (label == Label::split && is_loop_word(context, expansion.segment.node)) {
    context.note(rule::loop_word, *term);
    label = Label::quoted;
  }
  return label ? context.arena.node(*label, {term}) : term;
}

constexpr Rule rule::file_substitution = {.id = "file-substitution",
                                          .rung = Rung::rewrite,
                                          .meaning = "`$(< f)` equals `$(cat f)`",
                                          .same = {"x=$(< f)", "x=$(cat f)"},
                                          .apart = {"x=$(< f)", "x=$(> f)"},
                                          .assumption = kInputIsKept,
                                          .sentence = kFileIsKept};

constexpr Rule rule::number_words = {
    .id = "number-words",
    .rung = Rung::rewrite,
    .meaning = "quotes around numbers may be left out: `$?`, `$#`, `$$`, lengths, arithmetic",
    .same = {"echo \"$?\"", "echo $?"},
    .apart = {"echo \"$1\"", "echo $1"},
    .assumption = "IFS contains neither digits nor a minus sign"};

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
  return is_plain ? number_from<long>(word.text) : std::nullopt;
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
  if (command.is(Label::call) && command.parts[0]->is_text("seq")) return sequence(command.parts.subspan(1));
  const bool is_text = command.is(Label::emit) && are_texts(command.parts);
  if (!is_text) return std::nullopt;
  std::string text;
  for (const Term* part : command.parts) text += part->text;
  return text;
}

// Text that is split at blanks and has no other special characters for the shell.
bool is_plain_output(std::string_view text) { return is_alphanumeric(text, " \t\n._,:/@%+=-"); }

}  // namespace

bool append_fixed_words(Context& context, const Term& word, Terms& arguments) {
  const bool may_tell = context.script.reads_status || context.script.changed_shell;
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

namespace {

// +%F and the like: digits in every locale, and punctuation between them.
bool is_plain_date(std::string_view format) {
  if (!format.starts_with('+') || format.size() == 1) return false;
  for (std::size_t i = 1; i < format.size(); ++i) {
    if (format[i] == '%') {
      if (++i == format.size() ||
          std::string_view("YmdHMSsFTDRjuwyCgGVUWN").find(format[i]) == std::string_view::npos)
        return false;
    } else if (!is_letter_or_digit(format[i]) &&
               std::string_view("._:/@-").find(format[i]) == std::string_view::npos) {
      return false;
    }
  }
  return true;
}

// Whether its options, if any, only choose the time that is printed.
bool is_plain_date(const Term& call) {
  const Term& last = *call.parts.back();
  if (call.parts[0]->text != "date" || !last.is_text() || !is_plain_date(last.text)) return false;
  return std::ranges::all_of(call.parts.subspan(1, call.parts.size() - 2), [](const Term* option) {
    const std::string text = option->is(Label::option) ? print(*option) : "";
    return text.starts_with("-u") || text.starts_with("-d");
  });
}

bool is_one_of(std::string_view text, std::span<const std::string_view> commands) {
  return std::ranges::find(commands, text) != commands.end();
}

// In canonical spelling.
constexpr std::array<std::string_view, 13> kOneWord = {
    "whoami", "nproc",  "arch",  "hostname", "hostname -s", "hostname -f", "id -u",
    "id -g",  "id -gn", "uname", "uname -n", "uname -r",    "uname -m"};
// A single count of standard input is not padded.
constexpr std::array<std::string_view, 4> kOneCount = {"wc -l", "wc -c", "wc -w", "wc -m"};

// The command whose only redirection is its input; null for others.
const Term* read_alone(const Term& command) {
  if (!command.is(Label::command) || command.parts.size() != 2 || !command.parts[1]->is(Label::redirect))
    return nullptr;
  const Term& redirect = *command.parts[1];
  return redirect.parts[0]->text == "<" ? command.parts[0] : nullptr;
}

}  // namespace

bool prints_one_word(const Term& substitution) {
  if (!substitution.is(Label::substitution) || substitution.parts.size() != 1) return false;
  const Term& command = *substitution.parts[0];
  const Term* reader = read_alone(command);
  const Term& call = reader ? *reader : command;
  // A call whose utility is not known has another label.
  if (!call.is(Label::call) || call.opaque || call.parts.empty() || !call.parts[0]->is_text()) return false;
  return reader ? is_one_of(print(call), kOneCount) : is_plain_date(call) || is_one_of(print(call), kOneWord);
}

constexpr Rule rule::printed_words = {
    .id = "printed-words",
    .rung = Rung::rewrite,
    .meaning =
        "quotes around a command that prints one word may be left out: a date in digits, a user, a "
        "host, a count",
    .same = {"mkdir \"$(date +%F)\"", "mkdir $(date +%F)"},
    .apart = {"mkdir \"$(date)\"", "mkdir $(date)"},
    .assumption = "the command succeeds, and IFS contains none of its characters"};

namespace {

// The characters within brackets, with ranges expanded; none if there are others than letters, digits and _.
std::optional<std::string> characters_of(std::string_view inner) {
  const auto kind_of = [](char c) {
    return c >= 'a' && c <= 'z' ? 1 : c >= 'A' && c <= 'Z' ? 2 : c >= '0' && c <= '9' ? 3 : c == '_' ? 4 : 0;
  };
  std::string all;
  for (std::size_t at = 0; at < inner.size(); ++at) {
    if (kind_of(inner[at]) == 0) return std::nullopt;
    if (at + 2 >= inner.size() || inner[at + 1] != '-') {
      all += inner[at];
      continue;
    }
    if (kind_of(inner[at]) != kind_of(inner[at + 2]) || inner[at] > inner[at + 2]) return std::nullopt;
    for (char c = inner[at]; c <= inner[at + 2]; ++c) all += c;
    at += 2;
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace

std::string_view glob_text(Context& context, std::string_view pattern) {
  if (pattern.size() < 3 || pattern[0] != '[') return pattern;
  std::string_view inner = pattern.substr(1, pattern.size() - 2);
  const bool is_negated = inner[0] == '!' || inner[0] == '^';
  if (is_negated) inner.remove_prefix(1);
  const auto characters = characters_of(inner);
  if (!characters || characters->empty() || !context.allows(rule::matching_glob)) return pattern;
  const std::string set = (is_negated ? "[!" : "[") + *characters + "]";
  if (set == pattern) return pattern;
  context.note(rule::matching_glob, pattern);
  return context.arena.keep(set);
}

constexpr Rule rule::matching_glob = {
    .id = "matching-glob",
    .rung = Rung::rewrite,
    .meaning = "characters in brackets may be in any order, and may be ranges",
    .same = {"ls [ba].c", "ls [ab].c"},
    .apart = {"ls [!a].c", "ls [a].c"},
    .assumption = "something matches the pattern"};

}  // namespace assay::equivalence
