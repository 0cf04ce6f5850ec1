// SPDX-License-Identifier: Apache-2.0
// Everything between words: blanks, comments, newlines, reserved words and the ends of lists.
#include <array>

#include "characters.h"
#include "parser.h"

namespace assay::shell {
namespace {

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
    case Reserved::right_brace:
      return true;
    case Reserved::none:
    case Reserved::in:
    case Reserved::if_:
    case Reserved::while_:
    case Reserved::until:
    case Reserved::for_:
    case Reserved::select:
    case Reserved::case_:
    case Reserved::function:
    case Reserved::time:
    case Reserved::coproc:
    case Reserved::bang:
    case Reserved::left_brace:
    case Reserved::left_test:
    case Reserved::right_test:
      return false;
  }
  return false;
}

}  // namespace

Reserved reserved_word(std::string_view text) {
  for (const ReservedWord& word : kReservedWords) {
    if (word.spelling == text) return word.reserved;
  }
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
  if (peek_reserved() != wanted) {
    return fail("expected '" + std::string(spelling) + "'" + (cursor_.at_end() ? " before the end" : ""));
  }
  cursor_.advance(spelling.size());
  return true;
}

}  // namespace assay::shell
