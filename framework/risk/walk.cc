// SPDX-License-Identifier: Apache-2.0
#include "walk.h"

#include <algorithm>
#include <utility>

#include "assay/internal/shell.h"
#include "assay/internal/shell_calls.h"
#include "assay/internal/word.h"
#include "fetched_text.h"
#include "roles.h"

namespace assay::risk {

using namespace shell;

void Walk::list(const List& list) {
  for (const auto& item : list.items)
    for (const auto& link : item.links) {
      pipeline(link.pipeline.commands);
      if (item.background) count_bomb(1);
    }
}

void Walk::pipeline(const std::vector<Command>& commands) {
  const Input outer = input_;
  RunsInput runs_outer = runs_input_;
  std::vector<Stage> stages;
  for (const auto& command : commands) {
    const std::size_t begin = calls_.size();
    feeding_stage_ = stages.empty() ? nullptr : &stages.back();
    runs_input_ = RunsInput::no;
    visit(command);
    if (stages.empty()) runs_outer = std::max(runs_outer, runs_input_);
    stages.emplace_back(calls_.begin() + std::ptrdiff_t(begin), calls_.end());
    joined(stages, command.span);
    const auto has_fetched = [](const Stage& stage) { return std::ranges::any_of(stage, fetches); };
    if (std::ranges::any_of(stages, has_fetched)) keep_fetched(command);
    if (&command != &commands.back()) input_ = {printed_text(command, input_.text, text_of)};
  }
  feeding_stage_ = nullptr;
  input_ = outer;
  runs_input_ = runs_outer;
  own_calls_ = 0;
  for (const auto& stage : stages)
    own_calls_ += bomb_.empty() ? 0 : std::ranges::count(stage, bomb_, &Call::name);
  count_bomb(2);
}

// curl … > file: the file may be run later.
void Walk::keep_fetched(const Command& command) {
  for (const auto& redirect : command.redirects)
    if (redirect.operation == RedirectOperator::output || redirect.operation == RedirectOperator::clobber)
      fetched_.insert(without_dot(shown(redirect.target)));
}

// A function that calls itself twice at once, or in the background, never ends.
void Walk::count_bomb(std::ptrdiff_t enough) {
  if (!bomb_.empty() && own_calls_ >= enough) is_bomb_ = true;
}

void Walk::visit(const Command& command) {
  const auto node = [&] {
    std::visit([&](const auto& each) { compound(each, command.span); }, command.node);
  };
  for (const auto& redirect : command.redirects) this->redirect(redirect);
  const Redirect* source = input_redirect(command);
  if (!source) return node();
  const Input outer = std::exchange(input_, {input_text(command, input_.text, text_of)});
  const RunsInput runs_outer = std::exchange(runs_input_, RunsInput::no);
  node();
  const bool may_be_fetched =
      source->operation == RedirectOperator::input || source->operation == RedirectOperator::here_string;
  if (may_be_fetched && is_fetched(source->target, tables_))
    say_of_input("runs whatever a server sends", RiskLevel::high, command.span);
  input_ = outer;
  runs_input_ = runs_outer;
}

void Walk::redirect(const Redirect& redirect) {
  inside(redirect.target);
  using enum RedirectOperator;
  const auto operation = redirect.operation;
  if (operation == output || operation == clobber || operation == both)
    judge_target(redirect, Writing::replaces);
  if (operation == append || operation == both_append) judge_target(redirect, Writing::appends);
  if (operation == input || operation == read_write)
    judge(shown(redirect.target), [&](const std::string& source, std::vector<Risk>& risks) {
      judge_reading(source, redirect.span, risks);
    });
}

void Walk::judge_target(const Redirect& redirect, Writing writing) {
  judge(shown(redirect.target), [&](const std::string& target, std::vector<Risk>& risks) {
    judge_writing(target, writing, redirect.span, risks);
  });
}

void Walk::compound(const SimpleCommand& node, Span span) {
  for (const auto& assignment : node.assignments) {
    if (assignment.subscript) inside(*assignment.subscript);
    inside(assignment.value);
    judge_assignment(assignment.name + "=" + shown(assignment.value), assignment.span, risks_);
  }
  std::vector<Word> words;
  for (const auto& word : node.words) {
    inside(word);
    if (const auto expanded = expand_braces(word))
      words.insert(words.end(), expanded->begin(), expanded->end());
    else
      words.push_back(word);
  }
  call(words, span);
}

void Walk::compound(const If& node, Span) {
  for (const auto& branch : node.branches) list(branch.condition), list(branch.body);
  if (node.otherwise) list(*node.otherwise);
}

void Walk::compound(const shell::Boxed<For>& node, Span) {
  if (node->words) inside(*node->words);
  list(node->body);
}

void Walk::compound(const shell::Boxed<ArithmeticFor>& node, Span) {
  for (const auto* each : {&node->initial, &node->condition, &node->step}) inside(*each);
  list(node->body);
}

void Walk::compound(const shell::Case& node, Span) {
  inside(node.subject);
  for (const auto& item : node.items) inside(item.patterns), list(item.body);
}

void Walk::condition(const Condition& condition) {
  inside(condition.operands);
  for (const auto& inner : condition.inner) this->condition(inner);
}

void Walk::compound(const FunctionDefinition& node, Span span) {
  const std::string outer = std::exchange(bomb_, node.name);
  is_bomb_ = false;
  visit(*node.body);
  if (std::exchange(is_bomb_, false))
    say(Harm::exhaustion, RiskLevel::critical, "is a fork bomb", std::nullopt, span);
  bomb_ = outer;
}

void Walk::compound(const Coprocess& node, Span) {
  visit(*node.body);
  count_bomb(1);
}

void Walk::inside(const std::vector<Word>& words) {
  for (const auto& word : words) inside(word);
}

void Walk::inside(const std::vector<Segment>& segments) {
  for_each_list(segments, [this](const List& body) { apart(body); });
}

// Commands in substitutions count too, but not as part of the surrounding pipeline.
void Walk::apart(const List& body) {
  const auto calls = calls_;
  const auto* fed = feeding_stage_;
  list(body);
  calls_ = calls;
  feeding_stage_ = fed;
}

}  // namespace assay::risk

namespace assay {

std::vector<Risk> risks_of(std::string_view command, const UtilityTables& tables) {
  const auto parsed = shell::parse(command);
  if (!parsed) return {};
  risk::Walk walk(tables, 0);
  walk.list(parsed.tree);
  return walk.take();
}

}  // namespace assay
