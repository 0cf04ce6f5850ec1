// SPDX-License-Identifier: Apache-2.0
#include "script/compounds.h"

#include "assay/internal/shell.h"
#include "script/condition.h"
#include "script/lists.h"
#include "script/loop_words.h"
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
  if (!context.lists_processes && !context.reads_status && is_true(*branch.parts[0])) {
    context.note(rule::if_true, "true");
    return group_term(context, branch.parts[1]);
  }
  if (!context.allows(rule::if_and) || !is_last || branch.parts[0]->is(Label::list) ||
      branch.parts[0]->is(Label::background))
    return nullptr;
  context.note(rule::if_and, *branch.parts[0]);
  Terms parts = context.arena.terms();
  const Term& condition = *branch.parts[0];
  if (condition.is(Label::and_or)) {
    parts.assign(condition.parts.begin(), condition.parts.end());
  } else {
    parts.push_back(&condition);
  }
  const Term* body = branch.parts[1];
  if (is_several(*body)) body = context.arena.node(Label::group, {body});
  parts.push_back(context.arena.node(Label::and_then, {body}));
  return context.arena.node(Label::group, {context.arena.node(Label::and_or, parts)});
}

const Term* if_term(Context& context, const shell::If& command) {
  const bool is_last = context.status_is_last;
  Terms parts = context.arena.terms();
  for (const shell::Branch& branch : command.branches) parts.push_back(branch_term(context, branch));
  const Term* otherwise = command.otherwise ? list_term(context, *command.otherwise) : nullptr;
  if (otherwise) parts.push_back(context.arena.node(Label::otherwise, {otherwise}));
  if (parts.size() == 1 && context.allows(rule::if_true)) {
    if (const Term* simple = simple_if(context, *parts[0], is_last)) return simple;
  }
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
  const bool turns = !is_while && context.allows(rule::until_loop) && !context.reads_status &&
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
          const bool is_seen = keeps_subshell || context.lists_processes || context.stops_on_error;
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

}  // namespace assay::equivalence
