// SPDX-License-Identifier: Apache-2.0
// Compound commands, by the word that opens them.
#include <algorithm>
#include <array>

#include "characters.h"
#include "parser.h"

namespace assay::shell {
namespace {

// [[ … ]]: words and operators with their own grammar.

constexpr std::string_view kUnaryLetters = "abcdefghknoprstuvwxzGLNORS";
constexpr std::array<std::string_view, 13> kBinary{"=",   "==",  "!=",  "=~",  "-eq", "-ne", "-lt",
                                                   "-le", "-gt", "-ge", "-nt", "-ot", "-ef"};

const std::string* unquoted_text(const Word& word) {
  if (word.segments.size() != 1) return nullptr;
  const Text* text = std::get_if<Text>(&word.segments[0].node);
  return text && text->quoting == Quoting::none ? &text->text : nullptr;
}

bool is_unary(const Word& word) {
  const std::string* text = unquoted_text(word);
  return text && text->size() == 2 && (*text)[0] == '-' &&
         kUnaryLetters.find((*text)[1]) != std::string_view::npos;
}

}  // namespace

// Whether the word here spells `spelling` without quotes.
bool Parser::at_unquoted(std::string_view spelling) const {
  if (!cursor_.looking_at(spelling)) return false;
  Cursor ahead = cursor_;
  ahead.advance(spelling.size());
  return ahead.at_end() || is(ahead.at(), kMeta);
}

bool Parser::parse_test(Command& command) {
  cursor_.advance(2);
  Boxed<Test> test;
  if (!parse_either(test->condition)) return false;
  if (!at_unquoted("]]")) return fail("expected ']]'");
  cursor_.advance(2);
  command.node = std::move(test);
  return true;
}

// Parts with `sign` between them; a single one stands for itself.
bool Parser::parse_parts(Condition& condition, std::string_view sign, ConditionKind kind,
                         bool (Parser::*parse_part)(Condition&)) {
  Condition first;
  if (!(this->*parse_part)(first)) return false;
  if (!cursor_.looking_at(sign)) return condition = std::move(first), true;
  condition.kind = kind;
  condition.inner.push_back(std::move(first));
  while (cursor_.looking_at(sign)) {
    cursor_.advance(2);
    if (!(this->*parse_part)(condition.inner.emplace_back())) return false;
  }
  return true;
}

bool Parser::parse_either(Condition& condition) {
  Deeper deeper(*this);
  return deeper.allowed() && parse_parts(condition, "||", ConditionKind::either, &Parser::parse_both);
}

bool Parser::parse_both(Condition& condition) {
  return parse_parts(condition, "&&", ConditionKind::both, &Parser::parse_condition_term);
}

// Ends where an operator or `]]` must follow.
bool Parser::parse_condition_term(Condition& condition) {
  Deeper deeper(*this);
  if (!deeper.allowed() || !skip_newlines()) return false;
  if (at_unquoted("!")) {
    cursor_.advance();
    condition.kind = ConditionKind::negate;
    return parse_condition_term(condition.inner.emplace_back());
  }
  if (take('(')) {
    condition.kind = ConditionKind::group;
    if (!parse_either(condition.inner.emplace_back())) return false;
    if (!take(')')) return unexpected();
    return skip_newlines();
  }
  return parse_condition_operand(condition);
}

bool Parser::parse_condition_operand(Condition& condition) {
  if (!at_word() || at_unquoted("]]")) return unexpected();
  Word first;
  if (!parse_word(first)) return false;
  skip_blanks();
  const bool alone =
      cursor_.looking_at("&&") || cursor_.looking_at("||") || cursor_.at() == ')' || at_unquoted("]]");
  if (is_unary(first)) {
    if (!at_word() || at_unquoted("]]")) return unexpected();
    condition.kind = ConditionKind::unary;
    condition.spelling = *unquoted_text(first);
    return parse_word(condition.operands.emplace_back()) && skip_newlines();
  }
  condition.operands.push_back(std::move(first));
  if (alone) return true;
  return parse_binary_operand(condition) && skip_newlines();
}

// REQUIRES: after the left operand, where an operator must follow.
bool Parser::parse_binary_operand(Condition& condition) {
  condition.kind = ConditionKind::binary;
  if (cursor_.at() == '<' || cursor_.at() == '>') {
    condition.spelling = cursor_.at();
    cursor_.advance();
  } else {
    if (!at_word()) return unexpected();
    Word word;
    const std::size_t begin = cursor_.position();
    if (!parse_word(word)) return false;
    const std::string* spelling = unquoted_text(word);
    const bool known = spelling && std::find(kBinary.begin(), kBinary.end(), *spelling) != kBinary.end();
    if (!known) return fail_at(begin, "expected a binary operator");
    condition.spelling = *spelling == "=" ? "==" : *spelling;
  }
  skip_blanks();
  const bool regex = condition.spelling == "=~";
  const bool starts = at_word() || (regex && (cursor_.at() == '(' || cursor_.at() == '|'));
  if (!starts || at_unquoted("]]")) return unexpected();
  return parse_word(condition.operands.emplace_back(), regex ? Context::regex : Context::word);
}

bool Parser::parse_compound(Command& command, Reserved reserved) {
  Deeper deeper(*this);
  if (!deeper.allowed()) return false;
  switch (reserved) {
    case Reserved::if_: return parse_if(command);
    case Reserved::while_: return parse_loop(command, LoopKind::while_true);
    case Reserved::until: return parse_loop(command, LoopKind::until_true);
    case Reserved::for_: return parse_for(command, ForKind::each);
    case Reserved::select: return parse_for(command, ForKind::select);
    case Reserved::case_: return parse_case(command);
    case Reserved::function: return parse_function(command);
    case Reserved::left_brace: return parse_group(command);
    case Reserved::left_test: return parse_test(command);
    case Reserved::coproc: return parse_coprocess(command);
    default: break;
  }
  return unexpected();
}

// ( … ) or (( … )).
bool Parser::parse_subshell(Command& command) {
  Deeper deeper(*this);
  if (!deeper.allowed()) return false;
  const bool is_doubled = cursor_.position() == second_parenthesis_;
  if (cursor_.next() == '(') {
    Cursor ahead = cursor_;
    ahead.advance();
    second_parenthesis_ = ahead.position();
    ArithmeticCommand arithmetic;
    const Arithmetics attempt = try_arithmetic(arithmetic.expression);
    if (attempt == Arithmetics::yes) command.node = std::move(arithmetic);
    if (attempt != Arithmetics::no) return attempt == Arithmetics::yes;
  }
  cursor_.advance();
  Subshell subshell;
  if (!parse_body(subshell.body)) return false;
  if (!take(')')) return unexpected();
  if (is_doubled && cursor_.at() == '\n')
    return fail("bash misreads ((…) directly before a line end; put a blank between the parentheses");
  command.node = std::move(subshell);
  return true;
}

bool Parser::parse_group(Command& command) {
  cursor_.advance();
  Group group;
  if (!parse_body(group.body) || !take_reserved(Reserved::right_brace, "}")) return false;
  command.node = std::move(group);
  return true;
}

bool Parser::parse_if(Command& command) {
  If out;
  Reserved next = Reserved::if_;
  while (next == Reserved::if_ || next == Reserved::elif) {
    cursor_.advance(next == Reserved::if_ ? 2 : 4);
    Branch& branch = out.branches.emplace_back();
    if (!parse_body(branch.condition) || !take_reserved(Reserved::then, "then")) return false;
    if (!parse_body(branch.body)) return false;
    next = peek_reserved();
  }
  if (next == Reserved::else_) {
    cursor_.advance(4);
    if (!parse_body(out.otherwise.emplace())) return false;
  }
  if (!take_reserved(Reserved::fi, "fi")) return false;
  command.node = std::move(out);
  return true;
}

bool Parser::parse_loop(Command& command, LoopKind kind) {
  cursor_.advance(5);
  Loop loop;
  loop.kind = kind;
  if (!parse_body(loop.condition) || !take_reserved(Reserved::do_, "do")) return false;
  if (!parse_body(loop.body) || !take_reserved(Reserved::done, "done")) return false;
  command.node = std::move(loop);
  return true;
}

bool Parser::parse_for(Command& command, ForKind kind) {
  cursor_.advance(kind == ForKind::each ? 3 : 6);
  skip_blanks();
  if (kind == ForKind::each && cursor_.at() == '(') return parse_arithmetic_for(command);
  Boxed<For> loop;
  loop->kind = kind;
  while (is(cursor_.at(), kNameRest)) {
    loop->name += cursor_.at();
    cursor_.advance();
  }
  if (!is_name(loop->name) || (!cursor_.at_end() && !is(cursor_.at(), kMeta))) return fail("expected a name");
  if (!parse_for_words(*loop) || !parse_do_body(loop->body)) return false;
  command.node = std::move(loop);
  return true;
}

// [newlines] in words separator, or just an optional separator.
bool Parser::parse_for_words(For& loop) {
  skip_blanks();
  if (take(';')) return skip_newlines();
  const bool is_on_the_line = cursor_.at() != '\n';
  if (!skip_newlines()) return false;
  if (!at_unquoted("in")) return !(is_on_the_line && cursor_.at() == '{') || unexpected();
  cursor_.advance(2);
  skip_blanks();
  std::vector<Word>& words = loop.words.emplace();
  while (at_word()) {
    if (!parse_word(words.emplace_back())) return false;
    skip_blanks();
  }
  if (cursor_.at() != '\n' && !take(';')) return unexpected();
  return skip_newlines();
}

bool Parser::parse_do_body(List& body) {
  if (peek_reserved() == Reserved::left_brace) {
    cursor_.advance();
    return parse_body(body) && take_reserved(Reserved::right_brace, "}");
  }
  return take_reserved(Reserved::do_, "do") && parse_body(body) && take_reserved(Reserved::done, "done");
}

// REQUIRES: at the `((` of `for ((`.
bool Parser::parse_arithmetic_for(Command& command) {
  if (cursor_.next() != '(') return unexpected();
  cursor_.advance(2);
  Boxed<ArithmeticFor> loop;
  if (!parse_segments(loop->initial.parts, Context::arithmetic_clause) || !take(';')) return unexpected();
  if (!parse_segments(loop->condition.parts, Context::arithmetic_clause) || !take(';')) return unexpected();
  if (!parse_segments(loop->step.parts, Context::arithmetic_clause)) return false;
  if (!cursor_.looking_at("))")) return unexpected();
  cursor_.advance(2);
  skip_blanks();
  if (take(';')) skip_blanks();
  if (!skip_newlines() || !parse_do_body(loop->body)) return false;
  command.node = std::move(loop);
  return true;
}

bool Parser::parse_case(Command& command) {
  cursor_.advance(4);
  skip_blanks();
  Case out;
  if (!at_word()) return unexpected();
  if (!parse_word(out.subject) || !skip_newlines()) return false;
  if (!at_unquoted("in")) return fail("expected 'in'");
  cursor_.advance(2);
  if (!skip_newlines()) return false;
  while (peek_reserved() != Reserved::esac)
    if (!parse_case_item(out)) return false;
  cursor_.advance(4);
  command.node = std::move(out);
  return true;
}

bool Parser::parse_case_item(Case& out) {
  CaseItem& item = out.items.emplace_back();
  if (!parse_case_patterns(item) || !parse_list(item.body)) return false;
  if (cursor_.looking_at(";;&")) {
    item.end = CaseEnd::test_next;
    cursor_.advance(3);
  } else if (cursor_.looking_at(";;")) {
    cursor_.advance(2);
  } else if (cursor_.looking_at(";&")) {
    item.end = CaseEnd::fall_through;
    cursor_.advance(2);
  } else {
    return peek_reserved() == Reserved::esac || unexpected();
  }
  return skip_newlines();
}

bool Parser::parse_case_patterns(CaseItem& item) {
  if (take('(')) skip_blanks();
  while (true) {
    if (!at_word()) return unexpected();
    if (!parse_word(item.patterns.emplace_back())) return false;
    skip_blanks();
    if (take(')')) return true;
    if (!take('|')) return unexpected();
    skip_blanks();
  }
}

// function name [()] body.
bool Parser::parse_function(Command& command) {
  cursor_.advance(8);
  skip_blanks();
  Word word;
  if (!at_word()) return unexpected();
  if (!parse_word(word)) return false;
  const Text* name = word.segments.size() == 1 ? std::get_if<Text>(&word.segments[0].node) : nullptr;
  if (!name || name->quoting != Quoting::none) return fail("a function's name that is not plain");
  skip_blanks();
  const Cursor before = cursor_;
  if (take('(')) {
    skip_blanks();
    if (!take(')')) cursor_ = before;  // the body: a subshell
  }
  return parse_function_definition(command, name->text);
}

// coproc [name] compound, coproc simple. A name is recognised only before a compound command.
bool Parser::parse_coprocess(Command& command) {
  cursor_.advance(6);
  skip_blanks();
  Coprocess coprocess;
  if (!begins_compound()) take_coprocess_name(coprocess.name);
  if (!begins_compound()) {
    const Reserved reserved = peek_reserved();
    if (cursor_.at_end() || (reserved != Reserved::none && reserved != Reserved::time)) return unexpected();
    if (!parse_simple(*coprocess.body) || !is_plain_coprocess(*coprocess.body)) return false;
  } else if (!parse_command(*coprocess.body)) {
    return false;
  }
  command.node = std::move(coprocess);
  return true;
}

bool Parser::begins_compound() const {
  switch (peek_reserved()) {
    case Reserved::if_:
    case Reserved::while_:
    case Reserved::until:
    case Reserved::for_:
    case Reserved::select:
    case Reserved::case_:
    case Reserved::left_brace:
    case Reserved::left_test: return true;
    case Reserved::none: return cursor_.at() == '(';
    default: return false;
  }
  return false;
}

// Reads past a name that is followed by a compound command; otherwise the cursor does not move.
void Parser::take_coprocess_name(std::string& name) {
  const Cursor before = cursor_;
  if (peek_reserved() != Reserved::none || !is(cursor_.at(), kNameStart)) return;
  std::string spelling;
  for (; is(cursor_.at(), kNameRest); cursor_.advance()) spelling += cursor_.at();
  const bool ends_here = cursor_.at() == '(' || is(cursor_.at(), kBlank);
  skip_blanks();
  if (ends_here && begins_compound())
    name = std::move(spelling);
  else
    cursor_ = before;
}

// After `coproc` and any first word, bash recognises reserved words again, except `time`.
bool Parser::is_plain_coprocess(const Command& body) {
  const auto* simple = std::get_if<SimpleCommand>(&body.node);
  if (!simple) return unexpected();
  if (simple->words.size() < 2) return true;
  const Word& second = simple->words[1];
  const Text* text = second.segments.size() == 1 ? std::get_if<Text>(&second.segments[0].node) : nullptr;
  const Reserved reserved =
      text && text->quoting == Quoting::none ? reserved_word(text->text) : Reserved::none;
  return reserved == Reserved::none || reserved == Reserved::time ||
         fail("a reserved word as the second word of a co-process is not supported");
}

}  // namespace assay::shell
