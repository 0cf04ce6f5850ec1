// SPDX-License-Identifier: Apache-2.0
// Redirections: an optional descriptor, an operator, a target.
#include <charconv>

#include "characters.h"
#include "parser.h"

namespace assay::shell {
namespace {

bool at_angle(const Cursor& cursor) {
  return (cursor.at() == '<' || cursor.at() == '>') && cursor.next() != '(';
}

}  // namespace

// Digits, {name} or {name[…]} directly before < or >; < or > alone; &> and &>>.
bool Parser::at_redirect() const {
  const char c = cursor_.at();
  if (c == '<' || c == '>') return cursor_.next() != '(';
  if (c == '&') return cursor_.next() == '>';
  Cursor ahead = cursor_;
  if (is(c, kDigit)) {
    while (is(ahead.at(), kDigit)) ahead.advance();
    return at_angle(ahead);
  }
  if (c != '{') return false;
  ahead.advance();
  if (!is(ahead.at(), kNameStart)) return false;
  while (is(ahead.at(), kNameRest)) ahead.advance();
  if (ahead.at() == '[') {
    while (!ahead.at_end() && ahead.at() != ']' && !is(ahead.at(), kMeta)) ahead.advance();
    ahead.advance();
  }
  if (ahead.at() != '}') return false;
  ahead.advance();
  return at_angle(ahead);
}

bool Parser::parse_redirects(std::vector<Redirect>& redirects) {
  skip_blanks();
  while (at_redirect()) {
    if (!parse_redirect(redirects)) return false;
    skip_blanks();
  }
  return true;
}

bool Parser::parse_redirect(std::vector<Redirect>& redirects) {
  const std::size_t begin = cursor_.position();
  Redirect& redirect = redirects.emplace_back();
  redirect.fd = -1;
  if (!parse_descriptor(redirect)) return false;
  bool strips_tabs = false;
  if (!parse_redirect_operator(redirect, strips_tabs)) return false;
  skip_blanks();
  if (!at_word()) return unexpected();
  const bool parsed = redirect.operation == RedirectOperator::here_document
                          ? begin_here_document(redirect, strips_tabs)
                          : parse_word(redirect.target);
  redirect.span = span_from(begin);
  return parsed;
}

bool Parser::parse_descriptor(Redirect& redirect) {
  std::string digits;
  while (is(cursor_.at(), kDigit)) {
    digits += cursor_.at();
    cursor_.advance();
  }
  if (!digits.empty()) {
    const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), redirect.fd);
    return end.ec == std::errc() || fail("a file descriptor out of range");
  }
  if (!take('{')) return true;
  while (is(cursor_.at(), kNameRest)) {
    redirect.fd_variable += cursor_.at();
    cursor_.advance();
  }
  if (cursor_.at() == '[') {
    do {
      redirect.fd_variable += cursor_.at();
      cursor_.advance();
    } while (is(cursor_.at(), kNameRest));
    if (cursor_.at() != ']')
      return fail("a file descriptor in an array element of this kind is not supported");
    redirect.fd_variable += ']';
    cursor_.advance();
  }
  return take('}') || unexpected();
}

namespace {

struct Spelling {
  std::string_view text;
  RedirectOperator operation;
  int fd;
};

// Longer ones before their prefixes.
constexpr Spelling kSpellings[] = {
    {"<<<", RedirectOperator::here_string, 0}, {"<<", RedirectOperator::here_document, 0},
    {"<&", RedirectOperator::dup_input, 0},    {"<>", RedirectOperator::read_write, 0},
    {"<", RedirectOperator::input, 0},         {">>", RedirectOperator::append, 1},
    {">&", RedirectOperator::dup_output, 1},   {">|", RedirectOperator::clobber, 1},
    {">", RedirectOperator::output, 1},        {"&>>", RedirectOperator::both_append, 1},
    {"&>", RedirectOperator::both, 1},
};

}  // namespace

bool Parser::parse_redirect_operator(Redirect& redirect, bool& strips_tabs) {
  for (const Spelling& spelling : kSpellings) {
    if (!cursor_.looking_at(spelling.text)) continue;
    cursor_.advance(spelling.text.size());
    redirect.operation = spelling.operation;
    if (redirect.fd < 0) redirect.fd = spelling.fd;
    if (spelling.operation == RedirectOperator::here_document) strips_tabs = take('-');
    return true;
  }
  return unexpected();
}

}  // namespace assay::shell
