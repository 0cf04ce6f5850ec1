// SPDX-License-Identifier: Apache-2.0
// Everything that a `$` may begin, and command substitution in both spellings.
#include <algorithm>
#include <utility>

#include "assay/internal/word.h"
#include "characters.h"
#include "parser.h"

namespace assay::shell {
namespace {

// $x and ${x…}.

// Bash counts such a ?, so that a colon belongs to it, although it is not an operator.
bool has_quoted_question(const Word& offset) {
  return std::any_of(offset.segments.begin(), offset.segments.end(), [](const Segment& segment) {
    const Text* text = std::get_if<Text>(&segment.node);
    const auto quoted = text && text->quoting == Quoting::none ? std::nullopt : static_text(segment);
    return quoted && quoted->find('?') != std::string::npos;
  });
}

// Bash ends the pattern there, in the middle of @(a/b).
bool has_slash_in_list(const Word& pattern, std::string_view source) {
  return std::any_of(pattern.segments.begin(), pattern.segments.end(), [&](const Segment& segment) {
    return std::holds_alternative<ExtendedGlob>(segment.node) &&
           source.substr(segment.span.begin, segment.span.end - segment.span.begin).find('/') != source.npos;
  });
}

// Whether the parts end in $name or a lone dollar; `before` is the source up to their end.
bool ends_in_open_dollar(const std::vector<Segment>& parts, std::string_view before) {
  if (parts.empty()) return false;
  if (const Text* text = std::get_if<Text>(&parts.back().node)) return text->text.ends_with('$');
  return std::holds_alternative<Boxed<Parameter>>(parts.back().node) && !before.ends_with('}');
}

bool is_special_parameter(char c) {
  return c != '\0' && std::string_view("@*#?-$!").find(c) != std::string_view::npos;
}

// Whether ${ before it begins a list of commands.
bool opens_list(char c) { return is(c, kBlank) || c == '\n' || c == '|'; }

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

// REQUIRES: after the `$`, at a name, a digit or a special parameter's character.
bool Parser::parse_plain_parameter(std::vector<Segment>& out, std::size_t begin, bool quoted) {
  Boxed<Parameter> parameter;
  parameter->name = cursor_.at();
  const bool named = is(cursor_.at(), kNameStart);
  cursor_.advance();
  while (named && is(cursor_.at(), kNameRest)) {
    parameter->name += cursor_.at();
    cursor_.advance();
  }
  parameter->open = named && !quoted && !in_parameter_ &&
                    (cursor_.at() == '{' || cursor_.at() == ',' || cursor_.at() == '}');
  out.push_back({std::move(parameter), span_from(begin)});
  return true;
}

// REQUIRES: at the `{` of `${`.
bool Parser::parse_braced_parameter(std::vector<Segment>& out, std::size_t begin, bool quoted) {
  Deeper deeper(*this);
  if (!deeper.allowed()) return false;
  cursor_.advance();
  Boxed<Parameter> parameter;
  const bool outer = std::exchange(in_parameter_, true);
  const bool is_read = parse_parameter_start(*parameter) &&
                       (parameter->operation != ParameterOperator::none || cursor_.at() == '}' ||
                        parse_parameter_operation(*parameter, quoted));
  in_parameter_ = outer;
  if (!is_read) return false;
  if (!take('}')) return fail("a malformed parameter expansion");
  out.push_back({std::move(parameter), span_from(begin)});
  return true;
}

// Reads the name and any prefix. `#` and `!` are operators only if a parameter follows.
bool Parser::parse_parameter_start(Parameter& parameter) {
  const Cursor before = cursor_;
  if (take('#')) {
    parameter.operation = ParameterOperator::length;
    const bool named = is(cursor_.at(), kNameRest) || cursor_.next() == '}';
    if (named && cursor_.at() != '}')
      return parse_parameter_name(parameter) && (cursor_.at() == '}' || unexpected());
    parameter.operation = ParameterOperator::none;
    cursor_ = before;
  } else if (take('!')) {
    if (is(cursor_.at(), kNameRest) ||
        ((cursor_.at() == '@' || cursor_.at() == '*' || cursor_.at() == '#') && cursor_.next() == '}')) {
      parameter.indirect = true;
    } else {
      cursor_ = before;
    }
  }
  if (!parse_parameter_name(parameter)) return false;
  if (parameter.indirect && !parameter.subscript && (cursor_.at() == '@' || cursor_.at() == '*') &&
      cursor_.next() == '}') {
    const std::size_t begin = cursor_.position();
    parameter.operation = ParameterOperator::names;
    parameter.indirect = false;
    const char which = cursor_.at();
    cursor_.advance();
    append_literal(parameter.argument.segments, {&which, 1}, begin);
  }
  return true;
}

bool Parser::parse_parameter_name(Parameter& parameter) {
  const char c = cursor_.at();
  const int rest = is(c, kDigit) ? kDigit : is(c, kNameStart) ? kNameRest : 0;
  const bool special = c != '\0' && std::string_view("@*#?-$!").find(c) != std::string_view::npos;
  if (rest == 0 && !special) return fail("a malformed parameter expansion");
  do {
    parameter.name += cursor_.at();
    cursor_.advance();
  } while (is(cursor_.at(), rest));
  if (rest != kNameRest || cursor_.at() != '[') return true;
  cursor_.advance();
  if (!parse_word(parameter.subscript.emplace(), Context::subscript)) return false;
  if (parameter.subscript->segments.empty()) return fail("an empty subscript");
  cursor_.advance();
  return true;
}

bool Parser::parse_parameter_operation(Parameter& parameter, bool quoted) {
  switch (cursor_.at()) {
    case '-':
    case '=':
    case '?':
    case '+': return parse_default_operation(parameter, quoted);
    case '#':
    case '%': return parse_removal(parameter);
    case '/': return parse_replacement(parameter);
    case '^':
    case ',': return parse_case_change(parameter);
    case '@': return parse_transform(parameter);
    case ':': break;
    default: return fail("a malformed parameter expansion");
  }
  const char next = cursor_.next();
  if (next == '-' || next == '=' || next == '?' || next == '+') {
    parameter.or_null = true;
    cursor_.advance();
    return parse_default_operation(parameter, quoted);
  }
  return parse_substring(parameter);
}

bool Parser::parse_default_operation(Parameter& parameter, bool quoted) {
  switch (cursor_.at()) {
    case '-': parameter.operation = ParameterOperator::default_value; break;
    case '=': parameter.operation = ParameterOperator::assign_default; break;
    case '?': parameter.operation = ParameterOperator::error_if_unset; break;
    default: parameter.operation = ParameterOperator::alternative; break;
  }
  cursor_.advance();
  if (!quoted) return parse_word(parameter.argument, Context::argument);
  const std::size_t begin = cursor_.position();
  if (!parse_quoted_parts(parameter.argument.segments, QuotedContext::argument))
    return fail("unexpected end");
  parameter.argument.span = span_from(begin);
  return true;
}

bool Parser::parse_removal(Parameter& parameter) {
  const char c = cursor_.at();
  cursor_.advance();
  const bool longest = take(c);
  if (c == '#') {
    parameter.operation =
        longest ? ParameterOperator::remove_longest_prefix : ParameterOperator::remove_prefix;
  } else {
    parameter.operation =
        longest ? ParameterOperator::remove_longest_suffix : ParameterOperator::remove_suffix;
  }
  return parse_word(parameter.argument, Context::argument);
}

bool Parser::parse_replacement(Parameter& parameter) {
  cursor_.advance();
  parameter.operation = ParameterOperator::replace_first;
  if (take('/'))
    parameter.operation = ParameterOperator::replace_all;
  else if (take('#'))
    parameter.operation = ParameterOperator::replace_prefix;
  else if (take('%'))
    parameter.operation = ParameterOperator::replace_suffix;
  // A leading slash belongs to the pattern: ${x///-} replaces every slash.
  if (cursor_.at() == '/' && parameter.operation == ParameterOperator::replace_all) {
    const std::size_t begin = cursor_.position();
    cursor_.advance();
    append_literal(parameter.argument.segments, "/", begin);
  }
  if (!parse_word(parameter.argument, Context::pattern)) return false;
  if (has_slash_in_list(parameter.argument, cursor_.text()))
    return fail("a '/' in the pattern list of a replacement is not supported");
  parameter.second.emplace();
  return !take('/') || parse_word(*parameter.second, Context::argument);
}

bool Parser::parse_substring(Parameter& parameter) {
  parameter.operation = ParameterOperator::substring;
  cursor_.advance();
  if (!parse_word(parameter.argument, Context::offset)) return false;
  if (has_quoted_question(parameter.argument)) return fail("a quoted '?' in an offset is not supported");
  if (parameter.argument.segments.empty() && cursor_.at() != ':') return fail("an empty offset");
  if (take(':') && !parse_word(parameter.second.emplace(), Context::offset)) return false;
  return true;
}

bool Parser::parse_case_change(Parameter& parameter) {
  const char c = cursor_.at();
  cursor_.advance();
  const bool all = take(c);
  if (c == '^')
    parameter.operation = all ? ParameterOperator::upper_all : ParameterOperator::upper_first;
  else
    parameter.operation = all ? ParameterOperator::lower_all : ParameterOperator::lower_first;
  return parse_word(parameter.argument, Context::argument);
}

bool Parser::parse_transform(Parameter& parameter) {
  cursor_.advance();
  const char letter = cursor_.at();
  if (letter == '\0' || std::string_view("UuLQEPAKak").find(letter) == std::string_view::npos)
    return fail("a malformed parameter expansion");
  const std::size_t begin = cursor_.position();
  parameter.operation = ParameterOperator::transform;
  cursor_.advance();
  append_literal(parameter.argument.segments, {&letter, 1}, begin);
  return true;
}

// Bash drops the inner quotes of "${x:-$y"a"}" and reads the rest again, as $ya.
bool Parser::parse_inner_quote(std::vector<Segment>& parts) {
  const std::size_t begin = cursor_.position();
  const bool opens_after_name = begin > 0 && ends_in_open_dollar(parts, cursor_.text().substr(0, begin));
  if (!parse_quote(parts, '"')) return false;
  const std::size_t end = cursor_.position();
  const auto* quoted = std::get_if<DoubleQuoted>(&parts.back().node);
  const auto continues_at = [&](std::size_t at) {
    const char c = at < cursor_.text().size() ? cursor_.text()[at] : '\0';
    return is(c, kNameRest) || c == '[' || c == '{' || c == '(' || c == '"' || c == '\'' || c == '\\';
  };
  const bool closes_after_name =
      quoted && ends_in_open_dollar(quoted->parts, cursor_.text().substr(0, end - 1));
  if ((opens_after_name && continues_at(begin + 1)) || (closes_after_name && continues_at(end)))
    return fail_at(begin, "text that continues a name after a quote in a quoted expansion is not supported");
  return true;
}

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
  if (c == '`' && !quoted)
    append_escaped(out, '$', begin);
  else
    append_literal(out, "$", begin);
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
