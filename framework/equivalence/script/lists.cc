// SPDX-License-Identifier: Apache-2.0
#include "script/lists.h"

#include <algorithm>
#include <utility>

#include "assay/internal/shell.h"
#include "pipeline/pipeline.h"
#include "pipeline/stage_facts.h"
#include "script/assignments.h"
#include "script/state.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

bool is_builtin_call(const Call& call) { return call.utility && call.utility->is_builtin(); }

bool has_substitution(const Term& term) {
  if (term.is(Label::substitution)) return true;
  if (!term.is_text() && term.text.find_first_of("(`") != std::string_view::npos) return true;  // ${x:-$(ls)}
  return std::ranges::any_of(term.parts, [](const Term* part) { return has_substitution(*part); });
}

// A command of redirections only, or one that writes nothing, is replaced by true, unless a substitution in
// it has its own status.
void fill_empty_command(Context& context, Stage& stage) {
  // The descriptor in {fd}> o stays open only without a command.
  const auto tells = [](const Redirection& each) {
    return !each.fd_variable.empty() || has_substitution(*each.target);
  };
  if (std::ranges::any_of(stage.redirects, tells)) return;
  if (!stage.assignments.empty() || !context.allows(rule::empty_output)) return;
  if (std::ranges::find(context.functions, "true") != context.functions.end()) return;
  if (Call* call = make_call(context, "true", stage.span)) {
    context.note(rule::empty_output, "");
    stage.call = call;
  }
}

// Whether the shell that expands the redirection may change: ${x:=a}, {fd}> o.
bool changes_shell(const Redirection& redirect) {
  return !redirect.fd_variable.empty() || may_act(*redirect.target) || holds_process(*redirect.target);
}

// In a longer pipeline, a command of redirections only succeeds even if they fail. No other command does, so
// it is left as it is.
Stage stage_of(Context& context, const shell::Pipeline& pipeline, const shell::Command& command) {
  Stage stage(context.arena);
  stage.span = command.span;
  stage.redirects = redirections_of(context, command);
  const auto* simple = std::get_if<shell::SimpleCommand>(&command.node);
  if (!simple) {
    const auto* test = std::get_if<shell::Boxed<shell::Test>>(&command.node);
    if (test && command.redirects.empty())
      stage.call = test_call(context, *condition_term(context, (*test)->condition));
    if (stage.call) return stage;
    const bool may_change = std::ranges::any_of(stage.redirects, changes_shell);
    stage.other = redirected_term(context, stage.redirects, compound_term(context, command.node, may_change));
    return stage;
  }
  for (const shell::Assignment& each : simple->assignments)
    stage.assignments.push_back(assignment_term(context, each));
  if (simple->words.empty()) {
    settle_assignments(context, stage.assignments);
    if (pipeline.commands.size() == 1) fill_empty_command(context, stage);
    return stage;
  }
  Terms words = context.arena.terms();
  for (const shell::Word& word : simple->words) append_arguments(context, word, words);
  if (!words.empty()) mark_quoted_declaration(context, *simple, words);
  name_declaration(context, words);
  const Terms settings = take_environment(context, words, stage.assignments);
  stage.assignments.insert(stage.assignments.end(), settings.begin(), settings.end());
  settle_assignments(context, stage.assignments);
  const bool defaults_hold = context.script.defaults_hold;
  const bool changed_shell = context.script.changed_shell;
  for (const Term* each : stage.assignments) note_environment(context, each->parts[0]->text);
  stage.call = call_of(context, words);
  stage.call->span = command.span;
  context.script.defaults_hold = defaults_hold;
  context.script.changed_shell = changed_shell;
  const Term* output = stage.call->replacement;
  if (output && output->is(Label::emit) && output->parts.empty()) {
    Call* silent = std::exchange(stage.call, nullptr);
    fill_empty_command(context, stage);
    if (!stage.call) stage.call = silent;
  }
  // The shell itself opens the files of a builtin, and a process of its own those of a program.
  const bool becomes_builtin = stage.call->replacement && !is_builtin_call(*stage.call);
  if (becomes_builtin && std::ranges::any_of(stage.redirects, changes_shell))
    stage.call->replacement = nullptr;
  return stage;
}

// The command inside nested groups that contain a single command and have no redirections of their own.
const shell::Command& simplest(const shell::Command& command) {
  const shell::Command* at = &command;
  while (const auto* group = std::get_if<shell::Group>(&at->node)) {
    const shell::Command* inner = shell::only_command(group->body);
    if (!inner || inner->pipes_errors || !at->redirects.empty() || at->pipes_errors) break;
    at = inner;
  }
  return *at;
}

// In the background a lone command reads /dev/null, but the first command of a bare pipeline the shell's
// input.
enum class Input { same, by_length };

const Term* pipeline_term(Context& context, const shell::Pipeline& pipeline, Input input) {
  Stages stages(context.arena.memory());
  const bool is_last = context.place.status_is_last && !pipeline.negated;
  for (const shell::Command& command : pipeline.commands) {
    context.place.status_is_last = is_last && pipeline.commands.size() == 1;
    stages.push_back(stage_of(context, pipeline, simplest(command)));
  }
  context.place.status_is_last = is_last;
  if (stages.size() > 1) {
    for (Stage& stage : stages) {
      const bool is_subshell = stage.other && stage.other->is(Label::subshell);
      if (!is_subshell || context.script.lists_processes || !context.allows(rule::subshell)) continue;
      context.note(rule::subshell, *stage.other);
      stage.other = group_term(context, stage.other->parts[0]);
    }
  }
  const bool is_one_negated = pipeline.negated && stages.size() == 1;
  if (is_one_negated) keep_group_of_negation(context, pipeline.commands[0], stages[0]);
  const bool keeps_length = input == Input::by_length && shares_input(context, stages.front());
  if (!keeps_length) rewrite_pipeline(context, stages);
  Terms parts = context.arena.terms();
  for (const Stage& stage : stages) parts.push_back(stage_term(context, stage));
  const Term* term = parts.size() == 1 ? parts[0] : context.arena.node(Label::pipeline, parts);
  const bool is_bare = !pipeline.negated && pipeline.timing == shell::Timing::none;
  if (is_bare && term->is(Label::group) && !is_several(*term->parts[0])) term = term->parts[0];
  if (is_one_negated)
    term = negation_term(context, pipeline.commands[0], term);
  else if (pipeline.negated)
    term = context.arena.node(Label::negation, {term});
  if (pipeline.timing == shell::Timing::none) return term;
  return context.arena.node(pipeline.timing == shell::Timing::posix ? Label::timed_posix : Label::timed,
                            {term});
}

bool is_bare_command(const shell::AndOr& item) {
  return item.links.size() == 1 &&
         std::holds_alternative<shell::SimpleCommand>(item.links[0].pipeline.commands[0].node);
}

// A shell that runs a group in the background has the number that $! names; a lone command has its own.
bool has_own_number(const Context& context, const shell::AndOr& item, const Term& term) {
  return context.script.signals_jobs && !is_bare_command(item) && !term.is(Label::and_or);
}

// In the background a group reads /dev/null, but the first command of a bare pipeline reads the shell's
// input.
bool reads_nothing_as_group(const shell::AndOr& item, const Term& term) {
  if (item.links.size() == 1 && item.links[0].pipeline.commands.size() > 1) return false;
  return !is_bare_command(item) && is_group_needed(term) && !term.is(Label::and_or);
}

const Term* and_or_term(Context& context, const shell::AndOr& item) {
  Terms parts = context.arena.terms();
  const Input input = item.background && item.links.size() == 1 ? Input::by_length : Input::same;
  for (const shell::Link& link : item.links) {
    const Term* pipeline = pipeline_term(context, link.pipeline, input);
    if (link.connector == shell::Connector::always) {
      parts.push_back(pipeline);
      continue;
    }
    if (is_several(*pipeline)) pipeline = context.arena.node(Label::group, {pipeline});
    parts.push_back(context.arena.node(
        link.connector == shell::Connector::on_success ? Label::and_then : Label::or_else, {pipeline}));
  }
  if (parts.size() > 1 && context.allows(rule::if_true) && !context.script.reads_status &&
      is_true(*parts[0]) && parts[1]->is(Label::and_then)) {
    context.note(rule::if_true, "true");
    parts.erase(parts.begin());
    parts[0] = parts[0]->parts[0];
  }
  join_links(context, parts);
  if (parts.size() > 1 && is_several(*parts[0])) parts[0] = context.arena.node(Label::group, {parts[0]});
  if (parts.size() == 1 && parts[0]->is(Label::group) && item.links.size() > 1 && !item.background)
    return parts[0];
  const Term* term = parts.size() == 1 ? parts[0] : context.arena.node(Label::and_or, parts, item.span);
  if (!item.background) return term;
  const bool is_grouped = term->is(Label::list) || reads_nothing_as_group(item, *term) ||
                          (has_own_number(context, item, *term) && !term->is(Label::group));
  return context.arena.node(Label::background,
                            {is_grouped ? context.arena.node(Label::group, {term}) : term});
}

}  // namespace

const Term* list_term(Context& context, const shell::List& list) {
  const bool is_top = std::exchange(context.place.is_top, false);
  Terms parts = context.arena.terms();
  for (const shell::AndOr& item : list.items) {
    context.place.status_is_last =
        is_top && &item == &list.items.back() && item.links.size() == 1 && !item.background;
    const Term* term = and_or_term(context, item);
    if (term->is(Label::group)) term = term->parts[0];
    if (term->is(Label::list)) {
      context.note(rule::group, *term);
      parts.insert(parts.end(), term->parts.begin(), term->parts.end());
    } else {
      parts.push_back(term);
    }
  }
  context.place.is_top = is_top;
  join_neighbours(context, parts);
  context.place.status_is_last = false;
  return parts.size() == 1 ? parts[0] : context.arena.node(Label::list, parts);
}

constexpr Rule rule::group = {.id = "group",
                              .rung = Rung::quoting,
                              .meaning = "braces around a list inside a list may be left out",
                              .same = {"{ ls; pwd; }; date", "ls; pwd; date"},
                              .apart = {"{ ls; pwd; } > o", "ls; pwd > o"}};

constexpr Rule rule::empty_output = {
    .id = "empty-output",
    .rung = Rung::utility,
    .meaning = "redirections without a command, and commands that write nothing, equal true",
    .same = {"> f", ": > f"},
    .apart = {"> f", ">> f"}};

}  // namespace assay::equivalence
