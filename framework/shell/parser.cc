// SPDX-License-Identifier: Apache-2.0
#include "parser.h"

#include <algorithm>
#include <array>
#include <limits>

#include "characters.h"

namespace assay::shell {
namespace {

// Everything between words: blanks, comments, newlines, reserved words and the ends of lists.

struct ReservedWord {
  std::string_view spelling;
  Reserved reserved;
};

constexpr std::array kReservedWords{
    ReservedWord{"in", Reserved::in},
    ReservedWord{"if", Reserved::if_},
    ReservedWord{"then", Reserved::then},
    ReservedWord{"elif", Reserved::elif},
    ReservedWord{"else", Reserved::else_},
    ReservedWord{"fi", Reserved::fi},
    ReservedWord{"while", Reserved::while_},
    ReservedWord{"until", Reserved::until},
    ReservedWord{"for", Reserved::for_},
    ReservedWord{"select", Reserved::select},
    ReservedWord{"do", Reserved::do_},
    ReservedWord{"done", Reserved::done},
    ReservedWord{"case", Reserved::case_},
    ReservedWord{"esac", Reserved::esac},
    ReservedWord{"function", Reserved::function},
    ReservedWord{"time", Reserved::time},
    ReservedWord{"coproc", Reserved::coproc},
    ReservedWord{"!", Reserved::bang},
    ReservedWord{"{", Reserved::left_brace},
    ReservedWord{"}", Reserved::right_brace},
    ReservedWord{"[[", Reserved::left_test},
    ReservedWord{"]]", Reserved::right_test},
};

bool ends_list(Reserved reserved) {
  switch (reserved) {
    case Reserved::then:
    case Reserved::elif:
    case Reserved::else_:
    case Reserved::fi:
    case Reserved::do_:
    case Reserved::done:
    case Reserved::esac:
    case Reserved::right_brace: return true;
    default: return false;
  }
  return false;
}

ParseError error_at(std::string_view source, std::size_t offset, std::string message) {
  offset = std::min(offset, source.size());
  const std::string_view before = source.substr(0, offset);
  const std::size_t newline = before.rfind('\n');
  const std::size_t line_start = newline == std::string_view::npos ? 0 : newline + 1;
  const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  return {offset, lines + 1, offset - line_start + 1, std::move(message)};
}

}  // namespace

Reserved reserved_word(std::string_view text) {
  for (const ReservedWord& word : kReservedWords)
    if (word.spelling == text) return word.reserved;
  return Reserved::none;
}

// Also skips a comment up to its newline; line continuations have no effect in it.
void Parser::skip_blanks() {
  while (is(cursor_.at(), kBlank)) cursor_.advance();
  if (cursor_.at() != '#') return;
  const std::size_t newline = cursor_.text().find('\n', cursor_.position());
  cursor_.jump_raw(newline == std::string_view::npos ? cursor_.text().size() : newline);
}

bool Parser::skip_newlines() {
  skip_blanks();
  while (cursor_.at() == '\n') {
    if (!take_newline()) return false;
    skip_blanks();
  }
  return true;
}

// REQUIRES: at a newline. The here-documents announced on the line that ends follow it.
bool Parser::take_newline() {
  cursor_.advance_raw();
  if (!pending_.empty() && !read_here_documents()) return false;
  cursor_.splice();
  return true;
}

bool Parser::at_process_substitution() const {
  return (cursor_.at() == '<' || cursor_.at() == '>') && cursor_.next() == '(';
}

bool Parser::at_word() const {
  return !cursor_.at_end() && (!is(cursor_.at(), kMeta) || at_process_substitution());
}

bool Parser::at_list_end() const {
  const char c = cursor_.at();
  if (cursor_.at_end() || c == ')') return true;
  if (c == ';') {
    const char next = cursor_.next();
    return next == ';' || next == '&';
  }
  return ends_list(peek_reserved());
}

// The reserved word here, if the whole word is one and has no quotes.
Reserved Parser::peek_reserved() const {
  constexpr std::string_view kFirst = "!{}[]cdefistuw";
  constexpr std::size_t kLongest = 8;
  if (kFirst.find(cursor_.at()) == std::string_view::npos || cursor_.at_end()) return Reserved::none;
  if (closes_with_brace_ && cursor_.at() == '}') return Reserved::right_brace;
  std::array<char, kLongest> spelling{};
  std::size_t length = 0;
  Cursor ahead = cursor_;
  while (!ahead.at_end() && !is(ahead.at(), kMeta)) {
    if (length == kLongest) return Reserved::none;
    spelling[length++] = ahead.at();
    ahead.advance();
  }
  const Reserved reserved = reserved_word({spelling.data(), length});
  const char after = ahead.at();
  const bool word_goes_on = (after == '(' && reserved == Reserved::bang) ||  // the glob !(…)
                            ((after == '<' || after == '>') && ahead.next() == '(');
  return word_goes_on ? Reserved::none : reserved;
}

bool Parser::take(char c) {
  if (cursor_.at() != c || cursor_.at_end()) return false;
  cursor_.advance();
  return true;
}

bool Parser::take_reserved(Reserved wanted, std::string_view spelling) {
  if (peek_reserved() != wanted)
    return fail("expected '" + std::string(spelling) + "'" + (cursor_.at_end() ? " before the end" : ""));
  cursor_.advance(spelling.size());
  return true;
}

std::string to_string(const ParseError& error) {
  return std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + error.message;
}

Parsed parse(std::string_view source, const ParseOptions& options) {
  Parsed parsed;
  const std::size_t limit =
      std::min<std::size_t>(options.max_bytes, std::numeric_limits<std::uint32_t>::max());
  if (source.size() > limit) {
    parsed.error = error_at(source, limit, "longer than " + std::to_string(limit) + " bytes");
    return parsed;
  }
  if (const std::size_t nul = source.find('\0'); nul != std::string_view::npos) {
    parsed.error = error_at(source, nul, "a NUL byte");
    return parsed;
  }
  Parser parser(source, options);
  if (parser.parse_script(parsed.tree)) {
    parsed.substitutes_here = parser.substitutes_here();
    parsed.has_bash_prefix = parser.has_bash_prefix();
    return parsed;
  }
  parsed.tree = {};
  parsed.error = error_at(source, parser.error()->offset, parser.error()->message);
  return parsed;
}

const Command* only_command(const List& list) {
  if (list.items.size() != 1 || list.items[0].background || list.items[0].links.size() != 1) return nullptr;
  const Pipeline& pipeline = list.items[0].links[0].pipeline;
  const bool plain = pipeline.timing == Timing::none && !pipeline.negated && pipeline.commands.size() == 1;
  return plain ? pipeline.commands.data() : nullptr;
}

const SimpleCommand* only_simple_command(const List& list) {
  const Command* command = only_command(list);
  return command ? std::get_if<SimpleCommand>(&command->node) : nullptr;
}

Parser::Parser(std::string_view text, const ParseOptions& options, const ParserStart& start)
    : cursor_(text, start.position), options_(options), fixed_span_(start.fixed_span), depth_(start.depth) {}

bool Parser::parse_script(List& list) {
  if (!parse_list(list)) return false;
  if (!cursor_.at_end()) return unexpected();
  // As in bash, which only warns: the end of the source may end a here-document.
  return pending_.empty() || read_here_documents();
}

// Offsets refer to the whole source: inside a rewritten copy they become the start of the text that was
// copied.
bool Parser::fail_at(std::size_t offset, std::string_view message) {
  if (!error_) error_ = ParseError{fixed_span_ ? fixed_span_->begin : offset, 0, 0, std::string(message)};
  return false;
}

bool Parser::fail(std::string_view message) { return fail_at(cursor_.position(), message); }

bool Parser::unexpected() {
  if (cursor_.at_end()) return fail("unexpected end");
  if (cursor_.at() == '\n') return fail("unexpected newline");
  return fail(std::string("unexpected '") + cursor_.at() + "'");
}

bool Parser::parse_inner(std::string_view text, const ParserStart& start, List& list) {
  Parser inner(text, options_, start);
  const bool is_read = inner.parse_script(list);
  substitutes_here_ |= inner.substitutes_here_;
  bash_prefix_ |= inner.bash_prefix_;
  return is_read || fail_at(inner.error_->offset, inner.error_->message);
}

Span Parser::span_from(std::size_t begin) const {
  if (fixed_span_) return *fixed_span_;
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(cursor_.position())};
}

}  // namespace assay::shell
