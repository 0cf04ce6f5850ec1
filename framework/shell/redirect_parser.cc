// SPDX-License-Identifier: Apache-2.0
// Redirections: an optional descriptor, an operator, a target.
#include <charconv>

#include "assay/internal/word.h"
#include "characters.h"
#include "parser.h"

namespace assay::shell {
namespace {

bool at_angle(const Cursor& cursor) {
  return (cursor.at() == '<' || cursor.at() == '>') && cursor.next() != '(';
}

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

// Here-documents: announced by `<<word`, read at the end of the line, parsed like the inside of double
// quotes.

bool has_quote(const Word& word) {
  for (const Segment& segment : word.segments) {
    const Text* text = std::get_if<Text>(&segment.node);
    if (std::holds_alternative<DoubleQuoted>(segment.node) || (text && text->quoting != Quoting::none))
      return true;
  }
  return false;
}

// A delimiter is not expanded: <<$E ends at a line "$E".
bool stands_for_itself(const Segment& segment) {
  const auto* parameter = std::get_if<Boxed<Parameter>>(&segment.node);
  return parameter && (*parameter)->operation == ParameterOperator::none && !(*parameter)->subscript;
}

bool ends_in_continuation(std::string_view line) {
  std::size_t backslashes = 0;
  while (backslashes < line.size() && line[line.size() - 1 - backslashes] == '\\') ++backslashes;
  return backslashes % 2 == 1;
}

std::string_view line_at(std::string_view text, std::size_t begin) {
  const std::size_t newline = text.find('\n', begin);
  return text.substr(begin, newline == std::string_view::npos ? newline : newline - begin);
}

std::string without_leading_tabs(std::string_view text, bool joins_lines) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view line = line_at(text, at);
    const bool continues = joins_lines && !out.empty() && out.back() == '\n' &&
                           ends_in_continuation(std::string_view(out).substr(0, out.size() - 1));
    const std::size_t tabs = continues ? 0 : line.find_first_not_of('\t');
    out += line.substr(tabs == std::string_view::npos ? line.size() : tabs);
    at += line.size();
    if (at < text.size()) out += '\n', ++at;
  }
  return out;
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

// REQUIRES: at the delimiter.
bool Parser::begin_here_document(Redirect& redirect, bool strips_tabs) {
  Word delimiter;
  if (!parse_word(delimiter)) return false;
  std::string text;
  for (const Segment& segment : delimiter.segments) {
    std::optional<std::string> part = static_text(segment);
    if (!part && !fixed_span_ && stands_for_itself(segment))
      part = cursor_.text().substr(segment.span.begin, segment.span.end - segment.span.begin);
    if (!part) return fail("an expansion in a here-document's delimiter is not supported");
    text += *part;
  }
  if (text.find('\n') != std::string::npos) return fail("a newline in a here-document's delimiter");
  redirect.target.span = delimiter.span;
  redirect.target.segments.push_back({DoubleQuoted{}, delimiter.span});
  auto* body = std::get_if<DoubleQuoted>(&redirect.target.segments.back().node);
  pending_.push_back({body, std::move(text), has_quote(delimiter), strips_tabs});
  return true;
}

// REQUIRES: directly after a newline, unspliced.
bool Parser::read_here_documents() {
  if (pending_base_ > 0)
    return fail("a here-document whose line ends inside a substitution is not supported");
  for (const PendingDocument& document : pending_)
    if (!read_here_document(document)) return false;
  pending_.clear();
  return true;
}

bool Parser::read_here_document(const PendingDocument& document) {
  const std::size_t begin = cursor_.position();
  std::size_t body_end = begin;
  std::size_t next = begin;
  if (!find_here_document_end(document, body_end, next)) return false;
  cursor_.jump_raw(next);
  return parse_here_document_text(document, begin, body_end);
}

// Sets `next` to the position after the delimiter's line. If there is none, the end of the source ends the
// body.
bool Parser::find_here_document_end(const PendingDocument& document, std::size_t& body_end,
                                    std::size_t& next) {
  const std::string_view text = cursor_.text();
  std::string joined;
  for (std::size_t at = cursor_.position(); at < text.size();) {
    std::string_view line = line_at(text, at);
    const std::size_t after = std::min(at + line.size() + 1, text.size());
    if (document.strips_tabs && joined.empty())
      line.remove_prefix(std::min(line.find_first_not_of('\t'), line.size()));
    if (line == document.delimiter && joined.empty()) {
      body_end = at;
      next = after;
      return true;
    }
    joined += line;
    if (!document.quoted && ends_in_continuation(line)) {
      joined.pop_back();
      if (after == text.size()) return fail("a here-document that ends in a continuation");
    } else {
      const bool is_delimiter = joined == document.delimiter;
      joined.clear();
      if (is_delimiter) return fail("a here-document's delimiter in two lines is not supported");
    }
    at = after;
  }
  body_end = next = text.size();
  return true;
}

bool Parser::parse_here_document_text(const PendingDocument& document, std::size_t begin, std::size_t end) {
  const Span whole =
      fixed_span_ ? *fixed_span_ : Span{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  std::string body(cursor_.text().substr(begin, end - begin));
  // Bash supplies the newline that the source lacks.
  const bool open_ended = !body.empty() && body.back() != '\n';
  if (open_ended) body += '\n';
  if (document.strips_tabs) body = without_leading_tabs(body, !document.quoted);
  if (document.quoted) {
    if (!body.empty()) document.body->parts.push_back({Text{std::move(body)}, whole});
    return true;
  }
  const bool as_it_stands = !document.strips_tabs && !open_ended;
  const std::string_view text = as_it_stands ? cursor_.text().substr(0, end) : std::string_view(body);
  Parser inner(text, options_,
               {as_it_stands ? begin : 0, depth_, as_it_stands ? fixed_span_ : std::optional<Span>(whole)});
  const bool is_read = inner.parse_here_document_body(document.body->parts);
  substitutes_here_ |= inner.substitutes_here_;
  bash_prefix_ |= inner.bash_prefix_;
  return is_read || fail_at(inner.error_->offset, inner.error_->message);
}

bool Parser::parse_here_document_body(std::vector<Segment>& parts) {
  Deeper deeper(*this);
  in_here_document_ = true;
  return deeper.allowed() &&
         (parse_quoted_parts(parts, QuotedContext::here_document) || fail("unexpected end"));
}

}  // namespace assay::shell
