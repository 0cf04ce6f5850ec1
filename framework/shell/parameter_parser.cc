// SPDX-License-Identifier: Apache-2.0
// $x and ${x…}.
#include <algorithm>
#include <utility>

#include "assay/internal/word.h"
#include "characters.h"
#include "parser.h"

namespace assay::shell {
namespace {

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
    case '+':
      return parse_default_operation(parameter, quoted);
    case '#':
    case '%':
      return parse_removal(parameter);
    case '/':
      return parse_replacement(parameter);
    case '^':
    case ',':
      return parse_case_change(parameter);
    case '@':
      return parse_transform(parameter);
    case ':':
      break;
    default:
      return fail("a malformed parameter expansion");
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
    case '-':
      parameter.operation = ParameterOperator::default_value;
      break;
    case '=':
      parameter.operation = ParameterOperator::assign_default;
      break;
    case '?':
      parameter.operation = ParameterOperator::error_if_unset;
      break;
    default:
      parameter.operation = ParameterOperator::alternative;
      break;
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
  if (take('/')) {
    parameter.operation = ParameterOperator::replace_all;
  } else if (take('#')) {
    parameter.operation = ParameterOperator::replace_prefix;
  } else if (take('%')) {
    parameter.operation = ParameterOperator::replace_suffix;
  }
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
  if (c == '^') {
    parameter.operation = all ? ParameterOperator::upper_all : ParameterOperator::upper_first;
  } else {
    parameter.operation = all ? ParameterOperator::lower_all : ParameterOperator::lower_first;
  }
  return parse_word(parameter.argument, Context::argument);
}

bool Parser::parse_transform(Parameter& parameter) {
  cursor_.advance();
  const char letter = cursor_.at();
  if (letter == '\0' || std::string_view("UuLQEPAKak").find(letter) == std::string_view::npos) {
    return fail("a malformed parameter expansion");
  }
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

}  // namespace assay::shell
