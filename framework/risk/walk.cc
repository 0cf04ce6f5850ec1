// SPDX-License-Identifier: Apache-2.0
#include "walk.h"

#include <algorithm>

#include "assay/internal/enum_words.h"
#include "assay/internal/shell.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"
#include "roles.h"

namespace assay::risk {
namespace {

using namespace shell;

// Of a loop over words that are known.
constexpr std::size_t kMostTurns = 8, kMostTurnBytes = 65'536;

bool writes_output(const Redirect& redirect) {
  using enum RedirectOperator;
  const auto operation = redirect.operation;
  return operation == output || operation == clobber || operation == both || operation == append ||
         operation == both_append;
}

bool appends(const Redirect& redirect) {
  return redirect.operation == RedirectOperator::append ||
         redirect.operation == RedirectOperator::both_append;
}

// Variables whose values other programs run as commands.
bool names_command(std::string_view variable) {
  constexpr std::string_view names =
      "PAGER MANPAGER GIT_PAGER EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR SUDO_EDITOR GIT_SSH_COMMAND "
      "GIT_SSH GIT_EXTERNAL_DIFF GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS LESSOPEN LESSCLOSE BROWSER "
      "PROMPT_COMMAND RSYNC_RSH CVS_RSH FCEDIT";
  return is_among(variable, names);
}

}  // namespace

void Walk::and_or(const AndOr& item) {
  const KnownTexts before = item.background ? texts_ : KnownTexts(tables_);
  for (const Link& link : item.links) {
    pipeline(link.pipeline);
    if (item.background) count_bomb(1);
  }
  if (item.background) texts_.take_variables_of(before);
}

void Walk::subshell(const Subshell& node, const Command& command) {
  const KnownTexts before = texts_;
  Visitor::subshell(node, command);
  texts_.take_variables_of(before);
}

void Walk::pipeline(const Pipeline& pipeline) {
  const auto& commands = pipeline.commands;
  const Input outer = input_;
  RunsInput runs_outer = runs_input_;
  std::vector<Stage> stages;
  for (const Command& each : commands) {
    const std::size_t begin = calls_.size();
    feeding_stage_ = stages.empty() ? nullptr : &stages.back();
    runs_input_ = RunsInput::no;
    if (commands.size() == 1) {
      command(each);
    } else {
      const KnownTexts before = texts_;
      command(each);
      texts_.take_variables_of(before);
    }
    if (stages.empty()) runs_outer = std::max(runs_outer, runs_input_);
    stages.emplace_back(calls_.begin() + std::ptrdiff_t(begin), calls_.end());
    joined(stages, each.span);
    const auto is_fetched = [](const StageCall& call) { return call.origin == Origin::fetched; };
    keep_written(each, std::ranges::any_of(stages, [&](const Stage& stage) {
                   return std::ranges::any_of(stage, is_fetched);
                 }));
    if (&each != &commands.back()) input_ = {printed_text(each, input_.text, texts_.sources())};
  }
  feeding_stage_ = nullptr;
  input_ = outer;
  runs_input_ = runs_outer;
  own_calls_ = 0;
  for (const Stage& stage : stages)
    own_calls_ += bomb_.empty() ? 0 : std::ranges::count(stage, bomb_, [](const StageCall& each) {
      return each.call.name;
    });
  count_bomb(2);
}

// curl … > file, echo … > file, … | tee file: the file may be run later.
void Walk::keep_written(const Command& command, bool is_fed_by_fetched) {
  const Origin origin = is_fed_by_fetched ? Origin::fetched : Origin::here;
  const auto keep = [&](const std::string& path, bool is_added) {
    const KnownText text = produced_text(command, input_.text, texts_.sources());
    texts_.keep_file(path, Held(text, origin), is_added);
  };
  for (const Redirect& each : command.redirects)
    if (writes_output(each) && each.fd == 1) keep(word_text(texts_.resolved(each.target)), appends(each));
  const auto* simple = std::get_if<SimpleCommand>(&command.node);
  if (!simple || simple->words.size() < 2 || literal_value(simple->words.front()) != "tee") return;
  const Call tee = read_call(simple->words, tables_, {}).call;
  for (const std::string& path : tee.operands) keep(path, tee.has("-a"));
}

// A function that calls itself twice at once, or in the background, never ends.
void Walk::count_bomb(std::ptrdiff_t enough) {
  if (!bomb_.empty() && own_calls_ >= enough) is_bomb_ = true;
}

void Walk::command(const Command& command) {
  for (const Redirect& each : command.redirects) redirect(each);
  const Redirect* source = input_redirect(command);
  if (!source) return node(command);
  const Input outer = std::exchange(input_, {input_text(command, input_.text, texts_.sources())});
  const RunsInput runs_outer = std::exchange(runs_input_, RunsInput::no);
  node(command);
  Origin origin = texts_.origin_of(source->target);
  const std::string file = word_text(texts_.resolved(source->target));
  if (source->operation == RedirectOperator::input)
    if (const Held* held = texts_.file(file)) origin = std::max(origin, held->origin);
  if (file.starts_with("/dev/tcp/") || file.starts_with("/dev/udp/")) origin = Origin::fetched;
  const bool may_be_script = source->operation != RedirectOperator::dup_input;
  if (may_be_script && origin != Origin::here) say_of_input(origin, command.span);
  input_ = outer;
  runs_input_ = runs_outer;
}

void Walk::redirect(const Redirect& redirect) {
  Visitor::redirect(redirect);
  using enum RedirectOperator;
  if (writes_output(redirect))
    judge_target(redirect, appends(redirect) ? Writing::appends : Writing::replaces);
  if (redirect.operation == input || redirect.operation == read_write)
    judge(word_text(texts_.resolved(redirect.target)),
          [&](const std::string& source, std::vector<Risk>& risks) {
            judge_reading(source, redirect.span, risks);
          });
}

void Walk::judge_target(const Redirect& redirect, Writing writing) {
  judge(word_text(texts_.resolved(redirect.target)),
        [&](const std::string& target, std::vector<Risk>& risks) {
          judge_writing(target, writing, redirect.span, risks);
        });
}

void Walk::assignment(const Assignment& assignment) {
  Visitor::assignment(assignment);
  judge_assignment(assignment.name + "=" + word_text(assignment.value), assignment.span, risks_);
  if (assignment.subscript)
    texts_.forget(assignment.name);
  else
    texts_.assign(assignment.name, assignment.value, assignment.append);
  if (names_command(assignment.name)) script(reread_text(texts_.resolved(assignment.value)), assignment.span);
}

void Walk::simple_command(const SimpleCommand& node, const Command& command) {
  std::vector<Word> words;
  Origin origin = Origin::here;
  for (const Word& each : node.words) {
    word(each, Place::argument);
    origin = std::max(origin, texts_.origin_of(each));
    const auto expanded = expand_braces(each);
    for (const Word& part : expanded ? *expanded : std::vector<Word>{each})
      std::ranges::move(texts_.fields_of(part), std::back_inserter(words));
  }
  // The variables of a single call are not yet set in its words.
  std::optional<KnownTexts> before;
  if (!node.words.empty() && !node.assignments.empty()) before = texts_;
  for (const Assignment& each : node.assignments) assignment(each);
  std::swap(origin_, origin);
  call(words, command.span);
  std::swap(origin_, origin);
  if (before)
    for (const Assignment& each : node.assignments) texts_.take_variable_of(*before, each.name);
}

// Words that are known are gone through one by one.
void Walk::for_command(const For& node, const Command& command) {
  std::vector<Word> turns;
  bool are_known = node.words && node.kind == ForKind::each;
  for (const Word& each : node.words.value_or(std::vector<Word>{})) {
    word(each, Place::argument);
    const auto expanded = expand_braces(each, kMostTurns);
    if (!expanded) are_known = false;
    for (const Word& part : expanded.value_or(std::vector<Word>{}))
      std::ranges::move(texts_.fields_of(part), std::back_inserter(turns));
  }
  texts_.forget(node.name);
  const std::size_t bytes = (command.span.end - command.span.begin) * turns.size();
  if (!are_known || turns.empty() || turns.size() > kMostTurns || bytes > kMostTurnBytes || !spend(bytes))
    return list(node.body);
  for (const Word& each : turns) {
    const bool is_known = word_text(each).find('$') == std::string::npos;
    texts_.set(node.name, Held(is_known ? std::optional(word_text(each)) : std::nullopt, Origin::here));
    list(node.body);
  }
}

void Walk::function(const FunctionDefinition& node, const Command& command) {
  functions_[node.name] = &node;
  const std::string outer = std::exchange(bomb_, node.name);
  is_bomb_ = false;
  const KnownTexts before = texts_;
  const auto outer_locals = std::exchange(locals_, {});
  this->command(*node.body);
  for (const std::string& name : std::exchange(locals_, outer_locals)) texts_.take_variable_of(before, name);
  if (std::exchange(is_bomb_, false))
    say(Harm::exhaustion, RiskLevel::critical, "is a fork bomb", std::nullopt, command.span);
  bomb_ = outer;
}

void Walk::coprocess(const Coprocess& node, const Command&) {
  own_calls_ = 0;
  const KnownTexts before = texts_;
  const std::size_t begin = calls_.size();
  command(*node.body);
  for (std::size_t i = begin; i < calls_.size() && !bomb_.empty(); ++i)
    own_calls_ += calls_[i].call.name == bomb_ ? 1 : 0;
  texts_.take_variables_of(before);
  count_bomb(1);
}

// Commands in substitutions count too, but not as part of the surrounding pipeline.
void Walk::substitution(const List& body) {
  const auto calls = calls_;
  const auto* fed = feeding_stage_;
  const KnownTexts texts = texts_;
  list(body);
  texts_.take_variables_of(texts);
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

std::string_view to_string(Harm harm) { return word_of(harm); }

}  // namespace assay
