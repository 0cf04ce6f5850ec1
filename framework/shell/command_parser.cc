// SPDX-License-Identifier: Apache-2.0
// A single command: simple commands with their assignments, arrays and redirections; compound ones are
// recognised by their first word.
#include <algorithm>
#include <array>

#include "characters.h"
#include "parser.h"

namespace assay::shell {
namespace {

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
  if (!found && assignment.subscript && has_meta(*assignment.subscript)) {
    return fail("blanks or operators in the brackets of a command's name are not supported");
  }
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
