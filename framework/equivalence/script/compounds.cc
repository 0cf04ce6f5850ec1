// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>

#include "assay/internal/shell.h"
#include "assay/internal/text.h"
#include "languages/characters.h"
#include "script/lists.h"
#include "script/state.h"
#include "tree/words.h"

namespace assay::equivalence {

bool is_several(const Term& term) {
  return term.is(Label::list) || term.is(Label::and_or) || term.is(Label::background);
}

bool is_group_needed(const Term& term) {
  return is_several(term) || term.is(Label::pipeline) || term.is(Label::negation) || term.is(Label::timed) ||
         term.is(Label::timed_posix);
}

const Term* group_term(Context& context, const Term* list) {
  return is_group_needed(*list) ? context.arena.node(Label::group, {list}) : list;
}

bool is_true(const Term& term) {
  return term.is(Label::call) && term.parts.size() == 1 && term.parts[0]->text == "true";
}

namespace {

using shell::Place;

const Term* branch_term(Context& context, const shell::Branch& branch) {
  return context.arena.node(Label::branch,
                            {list_term(context, branch.condition), list_term(context, branch.body)});
}

// if true; then x; fi is x. if a; then b; fi is a && b, except for the exit status if a fails.
const Term* simple_if(Context& context, const Term& branch, bool is_last) {
  if (!context.script.lists_processes && !context.script.reads_status && is_true(*branch.parts[0])) {
    context.note(rule::if_true, "true");
    return group_term(context, branch.parts[1]);
  }
  if (!context.allows(rule::if_and) || !is_last || branch.parts[0]->is(Label::list) ||
      branch.parts[0]->is(Label::background))
    return nullptr;
  context.note(rule::if_and, *branch.parts[0]);
  Terms parts = context.arena.terms();
  const Term& condition = *branch.parts[0];
  if (condition.is(Label::and_or))
    parts.assign(condition.parts.begin(), condition.parts.end());
  else
    parts.push_back(&condition);
  const Term* body = branch.parts[1];
  if (is_several(*body)) body = context.arena.node(Label::group, {body});
  parts.push_back(context.arena.node(Label::and_then, {body}));
  return context.arena.node(Label::group, {context.arena.node(Label::and_or, parts)});
}

const Term* if_term(Context& context, const shell::If& command) {
  const bool is_last = context.place.status_is_last;
  Terms parts = context.arena.terms();
  for (const shell::Branch& branch : command.branches) parts.push_back(branch_term(context, branch));
  const Term* otherwise = command.otherwise ? list_term(context, *command.otherwise) : nullptr;
  if (otherwise) parts.push_back(context.arena.node(Label::otherwise, {otherwise}));
  if (parts.size() == 1 && context.allows(rule::if_true))
    if (const Term* simple = simple_if(context, *parts[0], is_last)) return simple;
  return context.arena.node(Label::if_command, parts);
}

// The loop's body; while it is read, the variable counts as one word if nothing else may set it.
const Term* loop_body(Context& context, const shell::For& loop, const Terms& words) {
  if (!is_plain_loop(context, loop, words)) return list_term(context, loop.body);
  context.plain_variables.push_back(loop.name);
  const Term* body = list_term(context, loop.body);
  context.plain_variables.pop_back();
  return body;
}

const Term* for_term(Context& context, const shell::For& loop) {
  Terms words = context.arena.terms();
  if (loop.words) {
    for (const shell::Word& word : *loop.words) append_arguments(context, word, words);
  } else {
    words.push_back(context.arena.node(
        Label::word, {context.arena.node(
                         Label::many, {context.arena.node(Label::parameter, {context.arena.text("@")})})}));
  }
  const Label label = loop.kind == shell::ForKind::each ? Label::for_loop : Label::select;
  return context.arena.node(label, {context.arena.text(loop.name), context.arena.node(Label::words, words),
                                    loop_body(context, loop, words)});
}

const Term* case_term(Context& context, const shell::Case& command) {
  Terms parts = context.arena.terms();
  parts.push_back(word_term(context, command.subject, Place::plain));
  for (const shell::CaseItem& item : command.items) {
    Terms patterns = context.arena.terms();
    for (const shell::Word& pattern : item.patterns)
      patterns.push_back(word_term(context, pattern, Place::pattern));
    const std::string_view end = item.end == shell::CaseEnd::leave          ? ";;"
                                 : item.end == shell::CaseEnd::fall_through ? ";&"
                                                                            : ";;&";
    parts.push_back(
        context.arena.node(Label::item, {context.arena.node(Label::patterns, patterns),
                                         list_term(context, item.body), context.arena.live(end)}));
  }
  return context.arena.node(Label::case_command, parts);
}

// A function's body is not interpreted: it may be called with anything.
const Term* function_term(Context& context, const shell::FunctionDefinition& function) {
  const std::string_view body = context.arena.keep(shell::print(*function.body));
  return context.arena.node(Label::function, {context.arena.text(function.name), context.arena.live(body)});
}

// Nor is the body of a coprocess, which runs concurrently with what follows.
const Term* coprocess_term(Context& context, const shell::Coprocess& coprocess) {
  const std::string_view body = context.arena.keep(shell::print(*coprocess.body));
  return context.arena.node(Label::coprocess, {context.arena.text(coprocess.name), context.arena.live(body)});
}

// Whether the condition is a single pipeline without `time` or `&`.
bool is_one_pipeline(const shell::List& list) {
  return list.items.size() == 1 && list.items[0].links.size() == 1 && !list.items[0].background &&
         list.items[0].links[0].pipeline.timing == shell::Timing::none;
}

bool may_be_negated(const Term& term) {
  const bool is_call = term.is(Label::call) || term.is(Label::plain) || term.is(Label::builtin);
  return is_call || term.is(Label::pipeline) ||
         (term.is(Label::command) && (term.parts[0]->is(Label::call) || term.parts[0]->is(Label::plain)));
}

// until x is while ! x: only $? could tell the difference.
const Term* loop_term(Context& context, const shell::Loop& loop) {
  const bool is_while = loop.kind == shell::LoopKind::while_true;
  const Term* condition = list_term(context, loop.condition);
  const Term* body = list_term(context, loop.body);
  const bool turns = !is_while && context.allows(rule::until_loop) && !context.script.reads_status &&
                     is_one_pipeline(loop.condition);
  const Term* inner = condition->is(Label::negation) ? condition->parts[0] : condition;
  if (!turns || !may_be_negated(*inner))
    return context.arena.node(is_while ? Label::while_loop : Label::until_loop, {condition, body});
  context.note(rule::until_loop, *condition);
  const Term* turned = inner == condition ? context.arena.node(Label::negation, {inner}) : inner;
  return context.arena.node(Label::while_loop, {turned, body});
}

}  // namespace

const Term* compound_term(Context& context, const shell::Command::Node& node, bool keeps_subshell) {
  return std::visit(
      [&](const auto& each) -> const Term* {
        using Node = std::decay_t<decltype(each)>;
        if constexpr (std::is_same_v<Node, shell::SimpleCommand>) {
          return nullptr;
        } else if constexpr (std::is_same_v<Node, shell::Subshell>) {
          const Term* body = list_term(context, each.body);
          const bool is_seen =
              keeps_subshell || context.script.lists_processes || context.script.stops_on_error;
          if (context.allows(rule::subshell) && !is_seen && keeps_state(*body)) {
            context.note(rule::subshell, *body);
            return group_term(context, body);
          }
          return context.arena.node(Label::subshell, {body});
        } else if constexpr (std::is_same_v<Node, shell::Group>) {
          return group_term(context, list_term(context, each.body));
        } else if constexpr (std::is_same_v<Node, shell::If>) {
          return if_term(context, each);
        } else if constexpr (std::is_same_v<Node, shell::Loop>) {
          return loop_term(context, each);
        } else if constexpr (std::is_same_v<Node, shell::Boxed<shell::For>>) {
          return for_term(context, *each);
        } else if constexpr (std::is_same_v<Node, shell::Boxed<shell::ArithmeticFor>>) {
          return context.arena.node(
              Label::for_loop,
              {parts_term(context, Label::arithmetic, each->initial.parts),
               parts_term(context, Label::arithmetic, each->condition.parts),
               parts_term(context, Label::arithmetic, each->step.parts), list_term(context, each->body)});
        } else if constexpr (std::is_same_v<Node, shell::Case>) {
          return case_term(context, each);
        } else if constexpr (std::is_same_v<Node, shell::ArithmeticCommand>) {
          return parts_term(context, Label::arithmetic_command, each.expression.parts);
        } else if constexpr (std::is_same_v<Node, shell::Boxed<shell::Test>>) {
          return context.arena.node(Label::test, {condition_term(context, each->condition)});
        } else if constexpr (std::is_same_v<Node, shell::Coprocess>) {
          return coprocess_term(context, each);
        } else {
          return function_term(context, each);
        }
      },
      node);
}

constexpr Rule rule::subshell = {
    .id = "subshell",
    .rung = Rung::utility,
    .meaning = "a subshell may be left out in a pipeline, or if its commands do not change the shell",
    .same = {"(ls; date) > o", "{ ls; date; } > o"},
    .apart = {"(cd d; pwd)", "cd d; pwd"}};

constexpr Rule rule::if_true = {.id = "if-true",
                                .rung = Rung::utility,
                                .meaning = "a condition that is always true does not matter",
                                .same = {"if true; then ls; fi", "true && ls"},
                                .apart = {"if ls; then pwd; fi", "ls; pwd"}};

constexpr Rule rule::until_loop = {
    .id = "until-loop",
    .rung = Rung::utility,
    .meaning = "`until` equals `while !`, if no `$?` reads the condition",
    .same = {"until ls x; do sleep 1; done", "while ! ls x; do sleep 1; done"},
    .apart = {"until ls x; do echo $?; done", "while ! ls x; do echo $?; done"}};

namespace {

using shell::Place;

const Term* operand_term(Context& context, const shell::Condition& condition, std::size_t at) {
  const std::string& spelling = condition.spelling;
  const shell::Word& word = condition.operands[at];
  if (at == 1 && spelling == "=~")
    return context.arena.live(context.arena.keep(shell::print(word)), word.span);
  const bool is_pattern = at == 1 && is_among(spelling, "== = !=");
  return word_term(context, word, is_pattern ? Place::pattern : Place::plain);
}

const Term* inner_terms(Context& context, Label label, const shell::Condition& condition) {
  Terms parts = context.arena.terms();
  for (const shell::Condition& each : condition.inner) parts.push_back(condition_term(context, each));
  return context.arena.node(label, parts);
}

// An operand as an argument of test: one word, not a pattern. Null if that is not possible.
const Term* test_operand(Context& context, const Term& operand, bool is_pattern) {
  if (operand.is_text()) return &operand;
  if (!operand.is(Label::word)) return nullptr;
  Terms pieces = context.arena.terms();
  for (const Term* piece : operand.parts) {
    const bool is_split = piece->is(Label::split) && !is_pattern && !quotes_change_operator(*piece);
    if (!piece->is_text() && !piece->is(Label::quoted) && !is_split) return nullptr;
    pieces.push_back(is_split ? context.arena.node(Label::quoted, piece->parts, piece->span) : piece);
  }
  return context.arena.node(Label::word, pieces, operand.span);
}

bool is_file_test(std::string_view spelling) {
  return spelling.size() == 2 && std::string_view("bcdefghkprsuwxGLNOS").find(spelling[1]) != spelling.npos;
}

// Adds the words that mean the same to test; false if there are none.
bool add_test_words(Context& context, const Term& condition, Terms& words) {
  const auto add = [&](const Term& operand, bool is_pattern = false) {
    const Term* word = test_operand(context, operand, is_pattern);
    if (word) words.push_back(word);
    return word != nullptr;
  };
  const auto& parts = condition.parts;
  switch (condition.label) {
    case Label::non_empty: words.push_back(context.arena.text("-n")); return add(*parts[0]);
    case Label::unary:
      if (parts[0]->text != "-z" && !is_file_test(parts[0]->text)) return false;
      words.push_back(context.arena.text(parts[0]->text));
      return add(*parts[1]);
    case Label::binary:
      if (parts[1]->text != "==" && parts[1]->text != "!=") return false;
      if (!add(*parts[0])) return false;
      words.push_back(context.arena.text(parts[1]->text == "==" ? "=" : "!="));
      return add(*parts[2], true);
    case Label::negation:
      if (parts[0]->is(Label::negation)) return false;
      words.push_back(context.arena.text("!"));
      return add_test_words(context, *parts[0], words);
    default: return false;
  }
}

// -h is -L.
const Term* unary_term(Context& context, const shell::Condition& condition) {
  const bool is_link = condition.spelling == "-h" && context.allows(rule::test_brackets);
  const Term* operand = operand_term(context, condition, 0);
  if (is_link) context.note(rule::test_brackets, *operand);
  return context.arena.node(
      Label::unary, {context.arena.live(is_link ? std::string_view("-L") : condition.spelling), operand});
}

}  // namespace

Call* test_call(Context& context, const Term& condition) {
  if (!context.allows(rule::test_keyword) || !context.place.in_shell ||
      std::ranges::find(context.functions, "test") != context.functions.end())
    return nullptr;
  Terms words = context.arena.terms();
  words.push_back(context.arena.text("test", condition.span));
  if (!add_test_words(context, condition, words)) return nullptr;
  context.note(rule::test_keyword, condition);
  return call_of(context, words);
}

const Term* condition_term(Context& context, const shell::Condition& condition) {
  switch (condition.kind) {
    case shell::ConditionKind::word:
      return context.arena.node(Label::non_empty, {operand_term(context, condition, 0)});
    case shell::ConditionKind::unary:
      if (condition.spelling == "-n")
        return context.arena.node(Label::non_empty, {operand_term(context, condition, 0)});
      return unary_term(context, condition);
    case shell::ConditionKind::binary: {
      const std::string_view spelling =
          condition.spelling == "=" ? "==" : std::string_view(condition.spelling);
      return context.arena.node(Label::binary,
                                {operand_term(context, condition, 0), context.arena.live(spelling),
                                 operand_term(context, condition, 1)});
    }
    case shell::ConditionKind::negate: return inner_terms(context, Label::negation, condition);
    case shell::ConditionKind::both: return inner_terms(context, Label::both, condition);
    case shell::ConditionKind::either: return inner_terms(context, Label::either, condition);
    case shell::ConditionKind::group: return condition_term(context, condition.inner[0]);
  }
  return nullptr;
}

constexpr Rule rule::test_keyword = {.id = "test-keyword",
                                     .rung = Rung::utility,
                                     .meaning = "`[[ ]]` equals `[ ]`, if both read the words alike",
                                     .same = {"[[ -f a ]]", "[ -f a ]"},
                                     .apart = {"[[ $x == $y ]]", "[ \"$x\" = \"$y\" ]"}};

namespace {

// Constructs that may set a variable without its name being visible.
constexpr std::array<std::string_view, 14> kSetters = {
    "read",    "mapfile", "readarray", "getopts",  "printf", "unset", "declare",
    "typeset", "local",   "export",    "readonly", "let",    "eval",  "IFS"};
// Variables that the shell itself sets to texts with blanks: select, cd, =~ and others.
constexpr std::string_view kSetByShell = "DIRSTACK OLDPWD PWD REPLY _";

bool is_set_by_shell(std::string_view name) {
  return name.starts_with("BASH") || is_among(name, kSetByShell);
}

// Letters, digits and characters usual in file and host names: nothing that is split, globbed or expanded.
bool is_plain_word(const Term& word) {
  return word.is_text() && !word.text.empty() && std::ranges::all_of(word.text, [](char c) {
           return is_name_char(c) || std::string_view("./:@%+,-").find(c) != std::string_view::npos;
         });
}

}  // namespace

bool is_plain_loop(const Context& context, const shell::For& loop, const Terms& words) {
  if (!context.allows(rule::loop_word) || !context.functions.empty() || loop.kind != shell::ForKind::each ||
      is_set_by_shell(loop.name) || words.empty() ||
      !std::ranges::all_of(words, [](const Term* each) { return is_plain_word(*each); }))
    return false;
  const std::string body = shell::print(loop.body);
  return !names_variable(body, loop.name) &&
         std::ranges::none_of(kSetters, [&](std::string_view each) { return names_variable(body, each); });
}

constexpr Rule rule::loop_word = {
    .id = "loop-word",
    .rung = Rung::utility,
    .meaning =
        "quotes around the variable of a loop over plain words may be left out, if nothing in the "
        "loop sets it",
    .same = {"for h in a b; do ssh $h uptime; done", "for h in a b; do ssh \"$h\" uptime; done"},
    .apart = {"for f in *; do rm $f; done", "for f in *; do rm \"$f\"; done"}};

namespace {

bool is_compound_with_redirects(const shell::Command& command) {
  return !std::holds_alternative<shell::SimpleCommand>(command.node) && !command.redirects.empty();
}

// A command with assignments before it, or without a command at all, is not a compound one.
bool is_redirected_compound(const Term& term) {
  if (!term.is(Label::command) || term.parts.empty()) return false;  // a lone ! has no command
  const Term& first = *term.parts[0];
  return !first.is(Label::call) && !first.is(Label::plain) && !first.is(Label::emit) &&
         !first.is(Label::builtin) && !first.is(Label::assignment) && !first.is(Label::redirect);
}

}  // namespace

void keep_group_of_negation(Context& context, const shell::Command& negated, Stage& stage) {
  if (is_compound_with_redirects(negated) && stage.other && !stage.other->is(Label::group))
    stage.other = context.arena.node(Label::group, {stage.other});
}

const Term* negation_term(Context& context, const shell::Command& negated, const Term* term) {
  if (is_redirected_compound(*term) && !is_compound_with_redirects(negated))
    term = context.arena.node(Label::group, {term});
  return context.arena.node(Label::negation, {term});
}

}  // namespace assay::equivalence
