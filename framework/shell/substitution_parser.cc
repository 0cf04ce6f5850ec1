// SPDX-License-Identifier: Apache-2.0
// Everything that a `$` may begin, and command substitution in both spellings.
#include <utility>

#include "ansi_quote.h"
#include "characters.h"
#include "parser.h"

namespace assay::shell {
namespace {

bool is_special_parameter(char c) {
  return c != '\0' && std::string_view("@*#?-$!").find(c) != std::string_view::npos;
}

// Whether ${ before it begins a list of commands.
bool opens_list(char c) { return is(c, kBlank) || c == '\n' || c == '|'; }

}  // namespace

bool Parser::parse_dollar(std::vector<Segment>& out, std::optional<QuotedContext> quoted) {
  const std::size_t begin = cursor_.position();
  cursor_.advance();
  const char c = cursor_.at();
  if (c == '(') {
    return cursor_.next() == '(' ? parse_arithmetic_or_command(out, begin)
                                 : parse_command_substitution(out, begin);
  }
  if (c == '{' && opens_list(cursor_.next())) return parse_current_shell_substitution(out, begin);
  if (c == '{') return parse_braced_parameter(out, begin, quoted.has_value());
  if (c == '[') return parse_old_arithmetic(out, begin);
  if (is(c, kNameStart | kDigit) || is_special_parameter(c))
    return parse_plain_parameter(out, begin, quoted.has_value());
  if (c == '\'' || c == '"') {
    if (!quoted) return parse_dollar_quote(out, begin);
    if (*quoted == QuotedContext::argument) return parse_dollar_quote_in_quotes(out, begin);
  }
  // A `$` at the end of text would merge with the `$(` that backquotes are printed as.
  if (c == '`' && !quoted) {
    append_escaped(out, '$', begin);
  } else {
    append_literal(out, "$", begin);
  }
  return true;
}

bool Parser::parse_dollar_quote(std::vector<Segment>& out, std::size_t begin) {
  if (in_here_document_) return fail("a quote in an expansion of a here-document is not supported");
  if (cursor_.at() == '"') {
    if (!parse_double_quoted(out, begin)) return false;
    std::get<DoubleQuoted>(out.back().node).translated = true;
    return true;
  }
  std::string decoded;
  if (!read_ansi_quote(decoded, begin)) return false;
  out.push_back({Text{std::move(decoded), Quoting::ansi}, span_from(begin)});
  return true;
}

// In "${x:-$'a\tb'}" bash inserts the decoded text and parses all of it again.
bool Parser::parse_dollar_quote_in_quotes(std::vector<Segment>& out, std::size_t begin) {
  if (in_here_document_ || cursor_.at() == '"')
    return fail_at(begin, "this kind of quote in a quoted expansion is not supported");
  std::string decoded;
  if (!read_ansi_quote(decoded, begin)) return false;
  const bool follows_name = !out.empty() && std::holds_alternative<Boxed<Parameter>>(out.back().node);
  const char first = decoded.empty() ? '\0' : decoded[0];
  const bool goes_on = follows_name && (is(first, kNameRest) || first == '[');
  if (goes_on || decoded.find_first_of("$`\\\"'}") != std::string::npos)
    return fail_at(begin, "$'…' of special characters in a quoted expansion is not supported");
  if (!decoded.empty()) append_literal(out, decoded, begin);
  return true;
}

// REQUIRES: at the apostrophe of `$'`. Reads past the closing one.
bool Parser::read_ansi_quote(std::string& decoded, std::size_t begin) {
  const std::string_view text = cursor_.text();
  const std::size_t open = cursor_.position() + 1;
  std::size_t close = open;
  while (close < text.size() && text[close] != '\'') close += text[close] == '\\' ? 2 : 1;
  if (close >= text.size()) return fail_at(begin, "a $' quote that is not closed");
  std::optional<std::string> meant = decode_ansi(text.substr(open, close - open));
  if (!meant) return fail_at(begin, "an escape in $'…' that is not supported");
  cursor_.jump(close + 1);
  decoded = std::move(*meant);
  return true;
}

// REQUIRES: at what opens the list. Reads past `close`, which is `)` or `}`.
bool Parser::parse_nested_list(List& list, char close) {
  const std::size_t begin = cursor_.position();
  const std::size_t outer_base = pending_base_;
  const bool outer_here_document = in_here_document_;
  const bool outer_parameter = std::exchange(in_parameter_, false);
  const bool outer_brace = std::exchange(closes_with_brace_, close == '}');
  pending_base_ = pending_.size();
  in_here_document_ = false;
  cursor_.advance();
  if (!parse_list(list)) return false;
  if (cursor_.at_end())
    return fail_at(begin, close == ')' ? "a '(' that is not closed" : "a '${' that is not closed");
  if (cursor_.at() != close) return unexpected();
  if (pending_.size() > pending_base_) return fail("a here-document without a body");
  cursor_.advance();
  pending_base_ = outer_base;
  in_here_document_ = outer_here_document;
  in_parameter_ = outer_parameter;
  closes_with_brace_ = outer_brace;
  return true;
}

bool Parser::parse_command_substitution(std::vector<Segment>& out, std::size_t begin) {
  CommandSubstitution substitution;
  if (!parse_nested_list(substitution.body, ')')) return false;
  out.push_back({std::move(substitution), span_from(begin)});
  return true;
}

// REQUIRES: at the `{` of `${ `.
bool Parser::parse_current_shell_substitution(std::vector<Segment>& out, std::size_t begin) {
  substitutes_here_ = true;
  CommandSubstitution substitution;
  const bool is_reply = cursor_.next() == '|';
  substitution.kind = is_reply ? SubstitutionKind::reply : SubstitutionKind::current_shell;
  if (is_reply) cursor_.advance();
  if (!parse_nested_list(substitution.body, '}')) return false;
  if (substitution.body.items.empty()) return fail_at(begin, "${ } without a command");
  out.push_back({std::move(substitution), span_from(begin)});
  return true;
}

bool Parser::parse_process_substitution(std::vector<Segment>& out) {
  const std::size_t begin = cursor_.position();
  ProcessSubstitution substitution;
  substitution.direction =
      cursor_.at() == '<' ? ProcessDirection::from_process : ProcessDirection::to_process;
  cursor_.advance();
  if (!parse_nested_list(substitution.body, ')')) return false;
  out.push_back({std::move(substitution), span_from(begin)});
  return true;
}

namespace {

// Removes backslashes between backquotes that only quoted the next character.
std::string unescape_backquotes(std::string_view text, bool in_double_quotes) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      const char c = text[i + 1];
      const bool quotes = c == '\\' || c == '`' || c == '$' || (c == '"' && in_double_quotes);
      if (!quotes) out += '\\';
      out += c;
      ++i;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace

bool Parser::parse_backquotes(std::vector<Segment>& out, std::optional<QuotedContext> quoted) {
  Deeper deeper(*this);
  if (!deeper.allowed()) return false;
  const std::string_view text = cursor_.text();
  const std::size_t begin = cursor_.position();
  std::size_t close = begin + 1;
  bool rewritten = false;
  while (close < text.size() && text[close] != '`') {
    rewritten |= text[close] == '\\';
    close += text[close] == '\\' ? 2 : 1;
  }
  if (close >= text.size()) return fail("a backquote that is not closed");
  if (!pending_.empty() && text.substr(begin, close - begin).find("<<") != text.npos)
    return fail("a here-document in backquotes on the line of another is not supported");
  cursor_.jump(close + 1);
  const Span whole = span_from(begin);
  CommandSubstitution substitution;
  if (rewritten) {
    const bool in_double_quotes = quoted && *quoted != QuotedContext::here_document;
    const std::string inside =
        unescape_backquotes(text.substr(begin + 1, close - begin - 1), in_double_quotes);
    if (!parse_inner(inside, {0, depth_, whole}, substitution.body)) return false;
  } else if (!parse_inner(text.substr(0, close), {begin + 1, depth_, fixed_span_}, substitution.body)) {
    return false;
  }
  out.push_back({std::move(substitution), whole});
  return true;
}

}  // namespace assay::shell
