#include "tree/words.h"

#include <algorithm>
#include <optional>

#include "assay/internal/shell.h"
#include "script/arithmetic.h"
#include "script/lists.h"
#include "script/state.h"
#include "size_limits.h"
#include "tree/fixed_words.h"
#include "tree/globs.h"
#include "tree/printed_words.h"

namespace assay::equivalence {
namespace {

using shell::Place;

// Nothing that the shell would still read. Braces and tildes are left to the shell's own reading.
bool is_inert(std::string_view text) {
  if (text == "[" || text == "]" || text == "{}" || text == "{" || text == "}") return true;
  return text.find_first_of("*?[~{") == std::string_view::npos;
}

bool is_fixed(const shell::Segment& segment) {
  if (const auto* text = std::get_if<shell::Text>(&segment.node)) {
    return text->quoting != shell::Quoting::none || is_inert(text->text);
  }
  const auto* quoted = std::get_if<shell::DoubleQuoted>(&segment.node);
  return quoted && !quoted->translated && std::ranges::all_of(quoted->parts, [](const shell::Segment& part) {
           return std::holds_alternative<shell::Text>(part.node);
         });
}

template <class Use>
void for_each_text(const shell::Segment& segment, Use use) {
  if (const auto* text = std::get_if<shell::Text>(&segment.node)) return use(text->text);
  for (const shell::Segment& part : std::get<shell::DoubleQuoted>(segment.node).parts) {
    use(std::get<shell::Text>(part.node).text);
  }
}

// The common case: text that needs no reading. Null otherwise.
const Term* fixed_term(Context& context, const shell::Word& word) {
  std::size_t pieces = 0;
  std::string_view only;
  for (const shell::Segment& segment : word.segments) {
    if (!is_fixed(segment)) return nullptr;
    for_each_text(segment, [&](const std::string& text) {
      ++pieces;
      only = text;
    });
  }
  // "[" and its like are inert alone only.
  if (word.segments.size() > 1 && std::ranges::any_of(word.segments, [](const shell::Segment& segment) {
        const auto* text = std::get_if<shell::Text>(&segment.node);
        return text && text->quoting == shell::Quoting::none &&
               text->text.find_first_of("[]{}") != std::string::npos;
      })) {
    return nullptr;
  }
  if (pieces <= 1) return context.arena.text(only, word.span);
  std::string joined;
  for (const shell::Segment& segment : word.segments) {
    for_each_text(segment, [&](const std::string& text) { joined += text; });
  }
  return context.arena.text(context.arena.keep(joined), word.span);
}

bool is_many(const shell::Parameter& parameter) {
  if (parameter.operation == shell::ParameterOperator::length) return false;
  if (parameter.operation == shell::ParameterOperator::names) return true;
  if (parameter.name == "@" || parameter.indirect) return true;
  if (!parameter.subscript) return false;
  const auto subscript = shell::literal_value(*parameter.subscript, Place::plain);
  return !subscript || *subscript == "@";
}

bool is_bare(const shell::Parameter& parameter) {
  return !parameter.subscript && !parameter.indirect && parameter.operation == shell::ParameterOperator::none;
}

const Term* parameter_term(Context& context, const shell::Parameter& parameter) {
  if (is_bare(parameter)) return context.arena.node(Label::parameter, {context.arena.text(parameter.name)});
  return context.arena.node(Label::parameter,
                            {context.arena.live(context.arena.keep(shell::print(parameter)))});
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
  return list_term(context, body);
}

// $(< f) is $(cat f); without $( ) it would do nothing.
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
  if (!context.allows(Rule::file_substitution)) return context.arena.node(Label::command, {redirect});
  context.assume(Rule::file_substitution, *file);
  return context.arena.node(Label::command,
                            {context.arena.node(Label::call, {context.arena.text("cat")}), redirect});
}

const Term* expansion_term(Context& context, const shell::Segment& segment) {
  return std::visit(
      [&](const auto& node) -> const Term* {
        using Node = std::decay_t<decltype(node)>;
        if constexpr (std::is_same_v<Node, shell::Boxed<shell::Parameter>>) {
          return parameter_term(context, *node);
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

// Whether it is a number whatever it is of: $?, $#, $$, a length, a sum.
template <class Node>
bool is_number(const Node& node) {
  if (std::holds_alternative<shell::Arithmetic>(node)) return true;
  const auto* boxed = std::get_if<shell::Boxed<shell::Parameter>>(&node);
  if (!boxed) return false;
  const shell::Parameter& parameter = **boxed;
  if (parameter.operation == shell::ParameterOperator::length) return true;
  return is_bare(parameter) && (parameter.name == "?" || parameter.name == "#" || parameter.name == "$");
}

// Whether it is the variable of a loop over words that nothing splits.
template <class Node>
bool is_loop_word(const Context& context, const Node& node) {
  const auto* boxed = std::get_if<shell::Boxed<shell::Parameter>>(&node);
  return boxed && is_bare(**boxed) && context.allows(Rule::loop_word) &&
         std::ranges::find(context.plain_variables, (*boxed)->name) != context.plain_variables.end();
}

// How the result of an expansion becomes arguments: as one (quoted), as words (split), as many words as there
// are (many), or by itself (process substitutions, extended globs, arrays).
std::optional<Label> label_of(const shell::Expansion& expansion) {
  const auto& node = expansion.segment.node;
  if (std::holds_alternative<shell::ProcessSubstitution>(node) ||
      std::holds_alternative<shell::ExtendedGlob>(node) || std::holds_alternative<shell::Array>(node)) {
    return std::nullopt;
  }
  if (!expansion.quoted) return Label::split;
  const auto* parameter = std::get_if<shell::Boxed<shell::Parameter>>(&node);
  return parameter && is_many(**parameter) ? Label::many : Label::quoted;
}

const Term* piece_term(Context& context, const shell::Piece& piece) {
  return std::visit(
      [&](const auto& each) -> const Term* {
        using Piece = std::decay_t<decltype(each)>;
        if constexpr (std::is_same_v<Piece, shell::Literal>) {
          return context.arena.text(each.text);
        } else if constexpr (std::is_same_v<Piece, shell::Glob>) {
          return context.arena.live(glob_text(context, each.pattern));
        } else if constexpr (std::is_same_v<Piece, shell::Tilde>) {
          return context.arena.live(context.arena.keep("~" + each.user));
        } else if constexpr (std::is_same_v<Piece, shell::Expansion>) {
          const Term* term = expansion_term(context, each.segment);
          auto label = label_of(each);
          if (label == Label::split && context.allows(Rule::number_words) && is_number(each.segment.node)) {
            context.note(Rule::number_words, *term);
            label = Label::quoted;
          }
          if (label == Label::split && context.allows(Rule::printed_words) && prints_one_word(*term)) {
            context.assume(Rule::printed_words, *term);
            label = Label::quoted;
          }
          if (label == Label::split && is_loop_word(context, each.segment.node)) {
            context.note(Rule::loop_word, *term);
            label = Label::quoted;
          }
          return label ? context.arena.node(*label, {term}) : term;
        } else {
          return context.arena.node(Label::brace,
                                    {context.arena.live(context.arena.keep(shell::print(each.source)))});
        }
      },
      piece);
}

// "$HOME"/x is ~/x.
void use_tilde(Context& context, Terms& parts) {
  const Term& first = *parts[0];
  const bool is_home = first.is(Label::quoted) && first.parts[0]->is(Label::parameter) &&
                       first.parts[0]->parts[0]->is_text() && first.parts[0]->parts[0]->text == "HOME";
  if (!is_home || (parts.size() > 1 && !(parts[1]->is_text() && parts[1]->text.starts_with('/')))) return;
  context.note(Rule::home_tilde, first);
  parts[0] = context.arena.live("~");
}

const Term* pieces_term(Context& context, const shell::Pieces& pieces, shell::Span span) {
  if (pieces.empty()) return context.arena.text("", span);
  Terms parts = context.arena.terms();
  bool in_brackets = false;
  for (const shell::Piece& piece : pieces) {
    const auto* glob = std::get_if<shell::Glob>(&piece);
    if (glob && (glob->pattern == "[" || glob->pattern == "]")) in_brackets = glob->pattern == "[";
    const auto* literal = std::get_if<shell::Literal>(&piece);
    const bool is_read = in_brackets && literal && !literal->quoted;
    parts.push_back(is_read ? context.arena.node(Label::bracketed, {context.arena.live(literal->text)})
                            : piece_term(context, piece));
  }
  if (context.allows(Rule::home_tilde)) use_tilde(context, parts);
  if (parts.size() == 1 && parts[0]->is_text()) return context.arena.text(parts[0]->text, span);
  return context.arena.node(Label::word, parts, span);
}

}  // namespace

const Term* word_term(Context& context, const shell::Word& word, shell::Place place) {
  if (const Term* fixed = fixed_term(context, word)) return fixed;
  const shell::Pieces& pieces = context.arena.hold(shell::simplified(shell::pieces_of(word, place), place));
  return pieces_term(context, pieces, word.span);
}

// Arithmetic does not take these marks away: 2 \* 3 and 2 '*' 3 are errors. None where there are no marks.
const Term* kept_quotes(Context& context, const shell::Segment& segment) {
  const auto* text = std::get_if<shell::Text>(&segment.node);
  if (!text || text->quoting == shell::Quoting::none) return nullptr;
  shell::Word word;
  word.segments.push_back(segment);
  return context.arena.live(context.arena.keep(shell::print(word)));
}

void append_arguments(Context& context, const shell::Word& word, Terms& arguments) {
  if (const Term* fixed = fixed_term(context, word)) return arguments.push_back(fixed);
  const shell::Pieces& pieces =
      context.arena.hold(shell::simplified(shell::pieces_of(word, Place::argument), Place::argument));
  const auto* brace = pieces.size() == 1 ? std::get_if<shell::Brace>(&pieces[0]) : nullptr;
  const bool is_over = arguments.size() > kMostWords;  // what follows is not read any more
  if (!brace || brace->words.empty() || is_over) {
    const Term* term = pieces_term(context, pieces, word.span);
    if (is_over || !append_fixed_words(context, *term, arguments)) arguments.push_back(term);
    return;
  }
  context.note(Rule::brace_expansion, shell::print(word));
  for (const shell::Pieces& each : brace->words) {
    const shell::Pieces& simple = context.arena.hold(shell::simplified(each, Place::argument));
    arguments.push_back(pieces_term(context, simple, word.span));
  }
}

// $((n)) is $(($n)): the value of a name is read as an expression either way.
static std::string_view only_name(const std::vector<shell::Segment>& parts) {
  const auto* boxed =
      parts.size() == 1 ? std::get_if<shell::Boxed<shell::Parameter>>(&parts[0].node) : nullptr;
  if (!boxed || !is_bare(**boxed)) return {};
  const std::string_view name = (*boxed)->name;
  const bool is_name =
      (name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z') || name[0] == '_';
  return is_name ? name : std::string_view();
}

const Term* parts_term(Context& context, Label label, const std::vector<shell::Segment>& parts) {
  const bool is_arithmetic = label == Label::arithmetic || label == Label::arithmetic_command;
  Terms terms = context.arena.terms();
  if (const auto name = only_name(parts);
      label == Label::arithmetic && !name.empty() && context.allows(Rule::arithmetic_blanks)) {
    context.note(Rule::arithmetic_blanks, name);
    return context.arena.node(label, {context.arena.text(name)});
  }
  for (const shell::Segment& part : parts) {
    const Term* kept = is_arithmetic ? kept_quotes(context, part) : nullptr;
    terms.push_back(kept ? kept : expansion_term(context, part));
  }
  if (is_arithmetic) drop_blanks(context, terms);
  return context.arena.node(label, terms);
}

}  // namespace assay::equivalence
