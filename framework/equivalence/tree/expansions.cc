// SPDX-License-Identifier: Apache-2.0
#include "tree/expansions.h"

#include <algorithm>
#include <optional>

#include "assay/internal/shell.h"
#include "script/lists.h"
#include "script/state.h"
#include "tree/printed_words.h"
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
  if (context.as_written)
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
  return is_bare(parameter) && (parameter.name == "?" || parameter.name == "#" || parameter.name == "$");
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

}  // namespace assay::equivalence
