// SPDX-License-Identifier: Apache-2.0
#include "tree/words.h"

#include <algorithm>

#include "assay/internal/shell.h"
#include "assay/internal/text.h"
#include "languages/characters.h"
#include "size_limits.h"

namespace assay::equivalence {
namespace {

using shell::Place;

// Whether no character in the text is active. Braces and tildes are left to the shell package.
bool is_inert(std::string_view text) {
  if (is_among(text, "[ ] {} { }")) return true;
  return text.find_first_of("*?[~{") == std::string_view::npos;
}

bool is_fixed(const shell::Segment& segment) {
  if (const auto* text = std::get_if<shell::Text>(&segment.node))
    return text->quoting != shell::Quoting::none || is_inert(text->text);
  const auto* quoted = std::get_if<shell::DoubleQuoted>(&segment.node);
  return quoted && !quoted->translated && std::ranges::all_of(quoted->parts, [](const shell::Segment& part) {
           return std::holds_alternative<shell::Text>(part.node);
         });
}

template <class Use>
void for_each_text(const shell::Segment& segment, Use use) {
  if (const auto* text = std::get_if<shell::Text>(&segment.node)) return use(text->text);
  for (const shell::Segment& part : std::get<shell::DoubleQuoted>(segment.node).parts)
    use(std::get<shell::Text>(part.node).text);
}

// The common case, text without active characters; null otherwise.
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
  // "[" and the like are inert only when alone.
  if (word.segments.size() > 1 && std::ranges::any_of(word.segments, [](const shell::Segment& segment) {
        const auto* text = std::get_if<shell::Text>(&segment.node);
        return text && text->quoting == shell::Quoting::none &&
               text->text.find_first_of("[]{}") != std::string::npos;
      })) {
    return nullptr;
  }
  if (pieces <= 1) return context.arena.text(only, word.span);
  std::string joined;
  for (const shell::Segment& segment : word.segments)
    for_each_text(segment, [&](const std::string& text) { joined += text; });
  return context.arena.kept(joined, word.span);
}

const Term* piece_term(Context& context, const shell::Piece& piece, ValueQuotes value_quotes) {
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
          return expanded_term(context, each, value_quotes);
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
                       first.parts[0]->parts[0]->is_text("HOME");
  if (!is_home || (parts.size() > 1 && !(parts[1]->is_text() && parts[1]->text.starts_with('/')))) return;
  context.note(rule::home_tilde, first);
  parts[0] = context.arena.live("~");
}

// Quotes decide what a literal means within brackets that contain an expansion, and beside an unquoted value.
const Term* literal_term(Context& context, const shell::Literal& literal, bool in_brackets) {
  using Mark = shell::Literal::Mark;
  if (literal.mark == Mark::quoted) {
    const std::string written = "'" + literal.text + "'";
    return context.arena.node(Label::special, {context.arena.live(context.arena.keep(written))});
  }
  const bool is_read = literal.mark == Mark::bare || (in_brackets && !literal.quoted);
  return is_read ? context.arena.node(Label::bracketed, {context.arena.live(literal.text)})
                 : context.arena.text(literal.text);
}

const shell::Expansion* unquoted_value(const shell::Piece& piece) {
  const auto* expansion = std::get_if<shell::Expansion>(&piece);
  return expansion && !expansion->quoted ? expansion : nullptr;
}

// Whether quotes count beside one of several values: one that is not known may be [, or end in a backslash.
bool holds_open_value(const Context& context, const shell::Pieces& pieces) {
  if (std::ranges::count_if(pieces, unquoted_value) < 2) return false;
  Context silent = context;
  silent.aim.trace = nullptr;
  return std::ranges::any_of(pieces, [&](const shell::Piece& piece) {
    const auto* value = unquoted_value(piece);
    return value && expanded_term(silent, *value, ValueQuotes::free)->is(Label::split);
  });
}

const Term* pieces_term(Context& context, const shell::Pieces& pieces, shell::Span span) {
  if (pieces.empty()) return context.arena.text("", span);
  Terms parts = context.arena.terms();
  const bool is_open = holds_open_value(context, pieces);
  bool in_brackets = false;
  for (const shell::Piece& piece : pieces) {
    const auto* glob = std::get_if<shell::Glob>(&piece);
    if (glob && (glob->pattern == "[" || glob->pattern == "]")) in_brackets = glob->pattern == "[";
    const auto* literal = std::get_if<shell::Literal>(&piece);
    parts.push_back(
        literal ? literal_term(context, *literal, in_brackets)
                : piece_term(context, piece, in_brackets || is_open ? ValueQuotes::kept : ValueQuotes::free));
  }
  if (context.allows(rule::home_tilde) && !context.script.sets_home) use_tilde(context, parts);
  if (parts.size() == 1 && parts[0]->is_text()) return context.arena.text(parts[0]->text, span);
  return context.arena.node(Label::word, parts, span);
}

}  // namespace

const Term* word_term(Context& context, const shell::Word& word, shell::Place place) {
  if (const Term* fixed = fixed_term(context, word)) return fixed;
  const shell::Pieces& pieces = context.arena.hold(shell::simplified(shell::pieces_of(word, place), place));
  return pieces_term(context, pieces, word.span);
}

// Arithmetic does not remove these quotes: 2 \* 3 and 2 '*' 3 are errors. Null if there are no quotes.
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
  const bool is_over = arguments.size() > kMostWords;  // the rest is not interpreted any more
  if (!brace || brace->words.empty() || is_over) {
    const Term* term = pieces_term(context, pieces, word.span);
    if (is_over || !append_fixed_words(context, *term, arguments)) arguments.push_back(term);
    return;
  }
  context.note(rule::brace_expansion, shell::print(word));
  for (const shell::Pieces& each : brace->words) {
    const shell::Pieces& simple = context.arena.hold(shell::simplified(each, Place::argument));
    arguments.push_back(pieces_term(context, simple, word.span));
  }
}

// $((n)) is $(($n)): the value of a name is evaluated as an expression either way.
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
      label == Label::arithmetic && !name.empty() && context.allows(rule::arithmetic_blanks)) {
    context.note(rule::arithmetic_blanks, name);
    return context.arena.node(label, {context.arena.text(name)});
  }
  const Quotes quotes = is_arithmetic ? Quotes::none : Quotes::doubled;
  for (const shell::Segment& part : parts) {
    const Term* kept = is_arithmetic ? kept_quotes(context, part) : nullptr;
    terms.push_back(kept ? kept : expansion_term(context, part, quotes));
  }
  if (is_arithmetic) drop_blanks(context, terms);
  return context.arena.node(label, terms);
}

bool quotes_change_operator(const Term& expansion) {
  const Term* parameter = expansion.parts.empty() ? nullptr : expansion.parts[0];
  return parameter && parameter->is(Label::parameter) && parameter->parts[0]->kind == Kind::live &&
         parameter->parts[0]->text.find_first_of("'\"\\~") != std::string_view::npos;
}

constexpr Rule rule::quotes = {
    .id = "quotes",
    .rung = Rung::quoting,
    .meaning =
        "different quotes, parameter braces, backquotes and here-documents with the same text are equal",
    .same = {"find . -name '*.c'", "find . -name \"*.c\""},
    .apart = {"find . -name \"*.c\"", "find . -name *.c"}};

constexpr Rule rule::brace_expansion = {.id = "brace-expansion",
                                        .rung = Rung::quoting,
                                        .meaning = "a brace expansion equals the words it expands to",
                                        .same = {"cp {a,b}.txt dest", "cp a.txt b.txt dest"},
                                        .apart = {"echo [ab].txt", "echo {a,b}.txt"}};

constexpr Rule rule::home_tilde = {.id = "home-tilde",
                                   .rung = Rung::rewrite,
                                   .meaning = "`~` equals `\"$HOME\"`",
                                   .same = {"ls -d ~", "ls -d \"$HOME\""},
                                   .apart = {"ls -d '~'", "ls -d \"$HOME\""},
                                   .assumption = "HOME is set to an absolute path"};

// What is known about an argument before the shell expands it.

namespace {

bool is_split(const Term& piece) {
  return piece.is(Label::split) || piece.is(Label::many) || piece.is(Label::brace) || piece.is(Label::array);
}
bool is_glob(const Term& piece) {
  return (piece.kind == Kind::live && !piece.text.starts_with('~') && piece.text != "{}") ||
         piece.is(Label::extended_glob);
}

}  // namespace

Argument argument_of(const Term& word) {
  if (word.is_text()) return {word.text, Known::literal};
  if (word.is(Label::appended)) return {"", Known::split};
  const auto pieces = word.is(Label::word) ? word.parts : std::span<const Term* const>();
  Argument argument{"", Known::one_word};
  if (!pieces.empty() && (pieces[0]->is_text() || pieces[0]->kind == Kind::live)) {
    const bool is_placeholder = pieces[0]->kind == Kind::live && pieces[0]->text.starts_with("{}");
    const bool is_fixed_start = pieces[0]->is_text() || pieces[0]->text.starts_with('~') || is_placeholder;
    if (is_fixed_start) argument.text = is_placeholder ? "./" : pieces[0]->text;
  }
  if (std::ranges::any_of(pieces, [](const Term* piece) { return is_glob(*piece); }))
    argument.known = Known::glob;
  if (std::ranges::any_of(pieces, [](const Term* piece) { return is_split(*piece); }))
    argument.known = Known::split;
  return argument;
}

const Term* without_prefix(Context& context, const Term& word, std::size_t count) {
  if (count == 0) return &word;
  const shell::Span span{word.span.begin, word.span.end};
  if (word.is_text()) return context.arena.text(word.text.substr(count), span);
  Terms parts(word.parts.begin(), word.parts.end(), context.arena.memory());
  const std::string_view rest = parts[0]->text.substr(count);
  if (rest.empty())
    parts.erase(parts.begin());
  else
    parts[0] = context.arena.text(rest);
  return context.arena.node(Label::word, parts, span);
}

bool is_one_word(const Term& word) {
  const Known known = argument_of(word).known;
  return known == Known::literal || known == Known::one_word;
}

namespace {}  // namespace

// Blanks between a name or number and an operator, and at the ends, are meaningless. Between two operators
// they may matter.
void drop_blanks(Context& context, Terms& terms) {
  if (!are_texts(terms)) return;
  std::string whole;
  for (const Term* term : terms) whole += term->text;
  if (whole.find('[') != std::string::npos) return;  // a blank may be part of an associative array's key
  std::string text;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    if (whole[at] != ' ') {
      text += whole[at];
      continue;
    }
    const std::size_t next = whole.find_first_not_of(' ', at);
    const bool is_idle =
        text.empty() || next == std::string::npos ||
        (is_name_char(text.back()) != is_name_char(whole[next]) && text.back() != '#' && whole[next] != '#');
    if (!is_idle) text += ' ';
    at = next == std::string::npos ? whole.size() : next - 1;
  }
  if (text == whole) return;
  context.note(rule::arithmetic_blanks, whole);
  terms.clear();
  terms.push_back(context.arena.kept(text));
}

constexpr Rule rule::arithmetic_blanks = {.id = "arithmetic-blanks",
                                          .rung = Rung::quoting,
                                          .meaning = "blanks beside operators in arithmetic do not matter",
                                          .same = {"echo $((1 + 2))", "echo $((1+2))"},
                                          .apart = {"echo $((x - -1))", "echo $((x--1))"}};

namespace {

// Reading it changes the next value.
bool names_random(std::string_view name) { return name == "RANDOM" || name == "SRANDOM"; }

// The length of [3], [@] or [*] at the start; none of any other subscript, which may be a sum.
std::size_t plain_subscript(std::string_view text) {
  const std::size_t end = text.find(']');
  if (end == std::string_view::npos || end < 2) return 0;
  const std::string_view inner = text.substr(1, end - 1);
  const bool is_plain = inner == "@" || inner == "*" || std::ranges::all_of(inner, is_digit);
  return is_plain ? end + 1 : 0;
}

// Whether the operator in ${name…} neither sets the variable nor fails.
bool is_harmless_operator(std::string_view text) {
  if (text.empty()) return false;
  if (text[0] == '@') return text.size() > 1 && std::string_view("QLUu").find(text[1]) != text.npos;
  if (text[0] != ':') return std::string_view("}-+%#/^,").find(text[0]) != text.npos;
  text.remove_prefix(1);
  if (text.starts_with('-') || text.starts_with('+')) return true;
  return text.find_first_not_of("0123456789: ") == text.find('}');
}

// The text after ${.
bool is_harmless_parameter(std::string_view text) {
  const auto may_begin = [](char c) { return is_name_char(c) || c == '@' || c == '*'; };
  if (text.size() > 1 && text[0] == '#' && may_begin(text[1])) text.remove_prefix(1);
  if (text.size() > 1 && text[0] == '!' && text[1] != '}') return false;
  const auto end = std::ranges::find_if_not(text, is_name_char);
  const auto length = static_cast<std::size_t>(end - text.begin());
  if (names_random(text.substr(0, length))) return false;
  text.remove_prefix(length > 0 ? length : std::min<std::size_t>(text.size(), 1));
  if (text.starts_with('[')) {
    const std::size_t subscript = plain_subscript(text);
    if (subscript == 0) return false;
    text.remove_prefix(subscript);
  }
  return is_harmless_operator(text);
}

// Text with expansions, as written.
bool is_harmless_text(std::string_view text) {
  for (auto at = text.find('$'); at != text.npos; at = text.find('$', at + 1)) {
    const std::string_view after = text.substr(at + 1);
    if (after.starts_with("((") || after.starts_with('[')) return false;
    if (after.starts_with('{') && !is_harmless_parameter(after.substr(1))) return false;
  }
  return true;
}

// An assignment, or an operation that may fail.
bool is_active_arithmetic(std::string_view text) {
  if (text.find_first_of("/%[") != text.npos) return true;
  for (const std::string_view each : {"++", "--", "**"})
    if (text.find(each) != text.npos) return true;
  for (auto at = text.find('='); at != text.npos; at = text.find('=', at + 1)) {
    if (text.substr(at + 1).starts_with('=')) {
      ++at;
      continue;
    }
    const std::string_view before = text.substr(0, at);
    const bool compares = before.ends_with('!') || ((before.ends_with('<') || before.ends_with('>')) &&
                                                    !before.ends_with("<<") && !before.ends_with(">>"));
    if (!compares) return true;
  }
  return false;
}

bool acts_in_arithmetic(const Term& part) {
  if (part.kind != Kind::node) return is_active_arithmetic(part.text) || !is_harmless_text(part.text);
  return may_act(part);
}

}  // namespace

bool may_act(const Term& word) {
  if (word.is_text()) return false;
  if (word.kind == Kind::live) return !is_harmless_text(word.text);
  switch (word.label) {
    case Label::substitution:
    case Label::special:
    case Label::process_input:
    case Label::process_output:
    case Label::quoted_script: return false;
    case Label::parameter:
      if (word.parts[0]->is_text()) return names_random(word.parts[0]->text);
      break;
    case Label::arithmetic:
      return std::ranges::any_of(word.parts, [](const Term* part) { return acts_in_arithmetic(*part); });
    default: break;
  }
  return std::ranges::any_of(word.parts, [](const Term* part) { return may_act(*part); });
}

}  // namespace assay::equivalence
