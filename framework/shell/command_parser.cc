// SPDX-License-Identifier: Apache-2.0
// A single command: simple commands with their assignments, arrays and redirections; compound ones are
// recognised by their first word.
#include <algorithm>
#include <array>

#include "characters.h"
#include "parser.h"

namespace assay::shell {
namespace {

// Lists, and-or lists and pipelines.

bool ends_in_keyword(const Command& command) {
  if (!command.redirects.empty()) return false;
  if (const auto* coprocess = std::get_if<Coprocess>(&command.node)) return ends_in_keyword(*coprocess->body);
  return !std::holds_alternative<SimpleCommand>(command.node);
}

bool ends_in_keyword(const AndOr& item) {
  const Pipeline& last = item.links.back().pipeline;
  return !last.commands.empty() && ends_in_keyword(last.commands.back());
}

constexpr std::size_t kUsualWords = 8;

// Whether an argument name=(…) is one word, as for the builtins that assign. `let`, `eval` and `alias` read
// it again as text.
bool takes_arrays(const SimpleCommand& simple) {
  static constexpr std::array<std::string_view, 8> kNames{"declare", "local", "export", "readonly",
                                                          "typeset", "let",   "eval",   "alias"};
  if (simple.words.empty() || simple.words[0].segments.size() != 1) return false;
  const Text* name = std::get_if<Text>(&simple.words[0].segments[0].node);
  return name && name->quoting == Quoting::none &&
         std::find(kNames.begin(), kNames.end(), name->text) != kNames.end();
}

// Bash allows nearly anything as a function's name; here it must be plain text that is not a reserved word.
const std::string* function_name(const SimpleCommand& simple) {
  if (!simple.assignments.empty() || simple.words.size() != 1 || simple.words[0].segments.size() != 1)
    return nullptr;
  const Text* name = std::get_if<Text>(&simple.words[0].segments[0].node);
  return name && name->quoting == Quoting::none ? &name->text : nullptr;
}

bool has_meta(const Word& word) {
  return std::any_of(word.segments.begin(), word.segments.end(), [](const Segment& segment) {
    const Text* text = std::get_if<Text>(&segment.node);
    return text && text->quoting == Quoting::none &&
           std::any_of(text->text.begin(), text->text.end(), [](char c) { return is(c, kMeta); });
  });
}

}  // namespace

// Reads up to anything that cannot begin a command: the end, `)`, `;;`, or a word that closes a compound
// command. May be empty.
bool Parser::parse_list(List& list) {
  Deeper deeper(*this);
  if (!deeper.allowed() || !skip_newlines()) return false;
  for (bool more = true; more && !at_list_end();) {
    if (!parse_and_or(list.items.emplace_back())) return false;
    if (!parse_separator(list.items.back(), more)) return false;
  }
  return true;
}

// A list of at least one command, as required in every part of a compound command.
bool Parser::parse_body(List& list) {
  if (!parse_list(list)) return false;
  return !list.items.empty() || unexpected();
}

bool Parser::parse_separator(AndOr& item, bool& more) {
  skip_blanks();
  more = true;
  if (cursor_.at() == '\n') return skip_newlines();
  if (cursor_.at() == ';') {
    if (at_list_end()) return true;
    cursor_.advance();
    return skip_newlines();
  }
  if (cursor_.at() == '&') {
    cursor_.advance();
    item.background = true;
    return skip_newlines();
  }
  more = false;
  if (cursor_.at_end() || cursor_.at() == ')') return true;
  // `if (a) then`: directly after a compound command, the enclosing one may go on without a separator.
  return (ends_in_keyword(item) && at_list_end()) || unexpected();
}

bool Parser::parse_and_or(AndOr& item) {
  const std::size_t begin = cursor_.position();
  Connector connector = Connector::always;
  while (true) {
    Link& link = item.links.emplace_back();
    link.connector = connector;
    if (!parse_pipeline(link.pipeline)) return false;
    item.span = {span_from(begin).begin, link.pipeline.commands.back().span.end};
    skip_blanks();
    const char c = cursor_.at();
    if ((c != '&' && c != '|') || cursor_.next() != c) return true;
    connector = c == '&' ? Connector::on_success : Connector::on_failure;
    cursor_.advance(2);
    if (!skip_newlines()) return false;
  }
}

// `time` and `!` in any order. As in bash, a second `!` takes the first back, and a second `time` adds
// nothing but its -p.
void Parser::take_pipeline_prefix(Pipeline& pipeline, int& prefixes) {
  for (prefixes = 0;; ++prefixes) {
    const Reserved reserved = peek_reserved();
    if (reserved == Reserved::bang) {
      pipeline.negated = !pipeline.negated;
      cursor_.advance();
    } else if (reserved == Reserved::time) {
      if (pipeline.timing == Timing::none) pipeline.timing = Timing::standard;
      cursor_.advance(4);
      skip_blanks();
      if (at_unquoted("-p")) {
        pipeline.timing = Timing::posix;
        cursor_.advance(2);
        skip_blanks();
      }
      if (at_unquoted("--")) cursor_.advance(2);
    } else {
      return;
    }
    skip_blanks();
  }
}

// Where a pipeline may end directly after `!` or `time`. Bash also lets it end at some closing parentheses.
bool Parser::at_pipeline_end() const {
  const char c = cursor_.at();
  return cursor_.at_end() || c == '\n' || (c == ';' && !at_list_end());
}

bool Parser::parse_pipeline(Pipeline& pipeline) {
  int prefixes = 0;
  take_pipeline_prefix(pipeline, prefixes);
  pipeline.repeats_prefix = prefixes > (pipeline.timing == Timing::none ? 0 : 1) + (pipeline.negated ? 1 : 0);
  bash_prefix_ |= pipeline.repeats_prefix;
  if (prefixes == 0 || !at_pipeline_end()) return parse_stages(pipeline);
  bash_prefix_ = true;
  pipeline.commands.emplace_back().span = span_from(cursor_.position());
  return true;
}

bool Parser::parse_stages(Pipeline& pipeline) {
  while (true) {
    Command& command = pipeline.commands.emplace_back();
    if (!parse_command(command)) return false;
    skip_blanks();
    if (cursor_.at() != '|' || cursor_.next() == '|') return true;
    cursor_.advance();
    command.pipes_errors = take('&');
    if (!skip_newlines()) return false;
    if (peek_reserved() == Reserved::bang) return unexpected();
  }
}

bool Parser::parse_command(Command& command) {
  const std::size_t begin = cursor_.position();
  const Reserved reserved = peek_reserved();
  if (reserved == Reserved::none || reserved == Reserved::time) {
    if (cursor_.at() != '(') return parse_simple(command);
    if (!parse_subshell(command)) return false;
  } else if (!parse_compound(command, reserved)) {
    return false;
  }
  command.span = span_from(begin);
  if (!parse_redirects(command.redirects)) return false;
  if (!command.redirects.empty()) command.span.end = command.redirects.back().span.end;
  return true;
}

bool Parser::parse_simple(Command& command) {
  const std::size_t begin = cursor_.position();
  SimpleCommand simple;
  bool after_name = true;
  while (true) {
    if (at_redirect()) {
      if (!parse_redirect(command.redirects)) return false;
      after_name = simple.words.empty();
    } else if (at_word()) {
      if (!parse_simple_word(simple, after_name)) return false;
    } else {
      break;
    }
    command.span = span_from(begin);
    skip_blanks();
  }
  if (cursor_.at() == '(') {
    const std::string* name = command.redirects.empty() ? function_name(simple) : nullptr;
    return name ? parse_function_body(command, *name) : unexpected();
  }
  if (simple.words.empty() && simple.assignments.empty() && command.redirects.empty()) return unexpected();
  command.node = std::move(simple);
  return true;
}

// `after_name`: no redirection stands between the command's name and this word.
bool Parser::parse_simple_word(SimpleCommand& simple, bool after_name) {
  bool found = false;
  if (simple.words.empty()) {
    if (!parse_assignment(simple, found)) return false;
    if (found) return true;
    simple.words.reserve(kUsualWords);
  }
  const bool may_hold_array = after_name && takes_arrays(simple);
  Word& word = simple.words.emplace_back();
  if (may_hold_array && !parse_declared_array(word, found)) return false;
  return found || parse_word(word);
}

// REQUIRES: at the `(` after a name.
bool Parser::parse_function_body(Command& command, std::string name) {
  cursor_.advance();
  skip_blanks();
  if (!take(')')) return unexpected();
  return parse_function_definition(command, std::move(name));
}

bool Parser::parse_function_definition(Command& command, std::string name) {
  if (!skip_newlines()) return false;
  Command body;
  const std::size_t begin = cursor_.position();
  const Reserved reserved = peek_reserved();
  const bool is_compound = reserved != Reserved::none && reserved != Reserved::coproc &&
                           reserved != Reserved::function && reserved != Reserved::time;
  if (cursor_.at() != '(' && !is_compound) return unexpected();
  const bool parsed = cursor_.at() == '(' ? parse_subshell(body) : parse_compound(body, reserved);
  if (!parsed || !parse_redirects(body.redirects)) return false;
  body.span = span_from(begin);
  command.node = FunctionDefinition{std::move(name), std::move(body)};
  return true;
}

// name=value, name+=value or name[subscript]=value; for anything else the cursor does not move.
bool Parser::parse_assignment(SimpleCommand& simple, bool& found) {
  found = false;
  if (!is(cursor_.at(), kNameStart)) return true;
  const Cursor before = cursor_;
  Cursor ahead = cursor_;
  while (is(ahead.at(), kNameRest)) ahead.advance();
  if (ahead.at() != '=' && ahead.at() != '[' && (ahead.at() != '+' || ahead.next() != '=')) return true;
  Assignment assignment;
  if (!parse_assignment_target(assignment, found)) return false;
  if (!found) {
    cursor_ = before;
    return true;
  }
  if (!parse_value(assignment.value)) return false;
  assignment.span = span_from(before.position());
  simple.assignments.push_back(std::move(assignment));
  return true;
}

// Reads past the `=`, if there is one.
bool Parser::parse_assignment_target(Assignment& assignment, bool& found) {
  while (is(cursor_.at(), kNameRest)) {
    assignment.name += cursor_.at();
    cursor_.advance();
  }
  if (take('[')) {
    if (!parse_word(assignment.subscript.emplace(), Context::subscript)) return false;
    cursor_.advance();
  }
  assignment.append = cursor_.at() == '+' && cursor_.next() == '=';
  if (assignment.append) cursor_.advance();
  found = take('=');
  if (!found && assignment.subscript && has_meta(*assignment.subscript))
    return fail("blanks or operators in the brackets of a command's name are not supported");
  if (found && assignment.subscript && assignment.subscript->segments.empty())
    return fail("an empty subscript");
  return true;
}

bool Parser::parse_value(Word& value) {
  if (cursor_.at() != '(') return parse_word(value);
  const std::size_t begin = cursor_.position();
  if (!parse_array(value.segments.emplace_back())) return false;
  value.span = span_from(begin);
  // Bash reads a=(1)b as two words.
  return !at_word() || fail("text after an array is not supported");
}

bool Parser::parse_array(Segment& segment) {
  Deeper deeper(*this);
  if (!deeper.allowed()) return false;
  const std::size_t begin = cursor_.position();
  cursor_.advance();
  Array array;
  while (true) {
    if (!skip_newlines()) return false;
    if (take(')')) break;
    if (!at_word()) return unexpected();
    if (!parse_array_element(array)) return false;
  }
  segment = {std::move(array), span_from(begin)};
  return true;
}

bool Parser::parse_array_element(Array& array) {
  ArrayElement& element = array.elements.emplace_back();
  const Cursor before = cursor_;
  if (cursor_.at() != '[') return parse_word(element.value);
  cursor_.advance();
  if (!parse_word(element.subscript.emplace(), Context::subscript)) return false;
  cursor_.advance();
  element.append = cursor_.at() == '+' && cursor_.next() == '=';
  if (element.append) cursor_.advance();
  if (take('=')) {
    if (element.subscript->segments.empty()) return fail("an empty subscript");
    return parse_word(element.value);
  }
  if (has_meta(*element.subscript)) return fail("blanks or operators in the brackets of an array's element");
  cursor_ = before;
  element = {};
  return parse_word(element.value);
}

// declare -a name=(…): a word made of the text `name=` and the array.
bool Parser::parse_declared_array(Word& word, bool& found) {
  found = false;
  Cursor ahead = cursor_;
  if (!is(ahead.at(), kNameStart)) return true;
  while (is(ahead.at(), kNameRest)) ahead.advance();
  if (ahead.at() == '+') ahead.advance();
  if (ahead.at() != '=' || ahead.next() != '(') return true;
  const std::size_t begin = cursor_.position();
  std::string target;
  for (; cursor_.at() != '('; cursor_.advance()) target += cursor_.at();
  append_literal(word.segments, target, begin);
  if (!parse_array(word.segments.emplace_back())) return false;
  word.span = span_from(begin);
  found = true;
  return !at_word() || fail("text after an array is not supported");
}

}  // namespace assay::shell
