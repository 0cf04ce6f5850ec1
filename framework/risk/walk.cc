// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <set>

#include "assay/internal/risk.h"
#include "assay/internal/shell.h"
#include "assay/internal/word.h"
#include "call.h"
#include "call_rules.h"
#include "find_reach.h"
#include "find_words.h"
#include "roles.h"
#include "substitutions.h"

namespace assay {
namespace {

using namespace shell;
using risk::Call;

constexpr int kMaxDepth = 20;  // nesting of scripts in scripts

class Walk {
 public:
  Walk(const UtilityTables& tables, int depth) : tables_(tables), depth_(depth) {}

  void list(const List& list) {
    for (const auto& item : list.items)
      for (const auto& link : item.links) {
        pipeline(link.pipeline.commands);
        if (item.background) count_bomb(1);
      }
  }
  std::vector<Risk> take() { return std::move(risks_); }

 private:
  using Stage = std::vector<Call>;

  void pipeline(const std::vector<Command>& commands) {
    std::vector<Stage> stages;
    for (const auto& command : commands) {
      const std::size_t begin = calls_.size();
      fed_ = stages.empty() ? nullptr : &stages.back();
      visit(command);
      stages.emplace_back(calls_.begin() + std::ptrdiff_t(begin), calls_.end());
      if (stages.size() > 1) joined(stages, command.span);
      if (fetches(stages)) keep_fetched(command);
    }
    fed_ = nullptr;
    own_calls_ = bomb_.empty() ? 0 : std::ranges::count(names(stages), bomb_);
    count_bomb(2);
  }
  static bool fetches(const std::vector<Stage>& stages) {
    return std::ranges::any_of(stages,
                               [](const Stage& stage) { return std::ranges::any_of(stage, risk::fetches); });
  }
  // curl … > file: the file may be run later.
  void keep_fetched(const Command& command) {
    for (const auto& redirect : command.redirects)
      if (redirect.operation == RedirectOperator::output || redirect.operation == RedirectOperator::clobber)
        fetched_.insert(without_dot(risk::shown(redirect.target)));
  }
  static std::string without_dot(std::string path) { return path.starts_with("./") ? path.substr(2) : path; }

  static std::vector<std::string> names(const std::vector<Stage>& stages) {
    std::vector<std::string> found;
    for (const auto& stage : stages)
      for (const auto& call : stage) found.push_back(call.name);
    return found;
  }
  // A function that calls itself twice at once, or in the background, never ends.
  void count_bomb(std::ptrdiff_t enough) {
    if (!bomb_.empty() && own_calls_ >= enough) is_bomb_ = true;
  }

  // Checks the last stage against those that feed it.
  void joined(const std::vector<Stage>& stages, Span span) {
    if (stages.back().empty()) return;
    const Call& last = stages.back().back();
    for (std::size_t i = 0; i + 1 < stages.size(); ++i)
      for (const Call& call : stages[i]) {
        if (risk::is_shell(last) && risk::fetches(call))
          say(Harm::foreign_code, RiskLevel::critical, "runs whatever a server sends", RiskLevel::high, span);
        if (risk::is_shell(last) && risk::decodes(call))
          say(Harm::foreign_code, RiskLevel::critical, "runs what it decodes first", RiskLevel::critical,
              span);
        if (risk::sends(last) && risk::reveals_secrets(call))
          say(Harm::credentials, RiskLevel::critical, "sends credentials to another machine", std::nullopt,
              span);
      }
    const Stage& before = stages[stages.size() - 2];
    if (risk::is_shell(last) && before.size() == 1 && before.front().name == "echo")
      for (const auto& text : before.front().operands) script(text, span);
  }

  void visit(const Command& command) {
    for (const auto& redirect : command.redirects) this->redirect(redirect);
    const std::size_t before = calls_.size();
    std::visit([&](const auto& node) { compound(node, command.span); }, command.node);
    if (calls_.size() == before || !risk::is_shell(calls_.back())) return;
    for (const auto& redirect : command.redirects) feed_shell(redirect, command.span);
  }
  void feed_shell(const Redirect& redirect, Span span) {
    using enum RedirectOperator;
    const auto operation = redirect.operation;
    if ((operation == input || operation == here_string) && is_fetched(redirect.target))
      say(Harm::foreign_code, RiskLevel::critical, "runs whatever a server sends", RiskLevel::high, span);
    if (operation == here_string || operation == here_document) script(risk::text_of(redirect.target), span);
  }
  void redirect(const Redirect& redirect) {
    inside(redirect.target);
    using enum RedirectOperator;
    const auto operation = redirect.operation;
    if (operation == output || operation == clobber || operation == both)
      risk::judge_writing(risk::shown(redirect.target), risk::Writing::replaces, redirect.span, risks_);
    if (operation == input || operation == read_write)
      risk::judge_reading(risk::shown(redirect.target), redirect.span, risks_);
    if (operation == append || operation == both_append)
      risk::judge_writing(risk::shown(redirect.target), risk::Writing::appends, redirect.span, risks_);
  }

  void compound(const SimpleCommand& node, Span span) {
    for (const auto& assignment : node.assignments) {
      if (assignment.subscript) inside(*assignment.subscript);
      inside(assignment.value);
      risk::judge_assignment(assignment.name + "=" + risk::shown(assignment.value), assignment.span, risks_);
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
  void compound(const Subshell& node, Span) { list(node.body); }
  void compound(const shell::Group& node, Span) { list(node.body); }
  void compound(const If& node, Span) {
    for (const auto& branch : node.branches) list(branch.condition), list(branch.body);
    if (node.otherwise) list(*node.otherwise);
  }
  void compound(const Loop& node, Span) { list(node.condition), list(node.body); }
  void compound(const shell::Boxed<For>& node, Span) {
    if (node->words) inside(*node->words);
    list(node->body);
  }
  void compound(const shell::Boxed<ArithmeticFor>& node, Span) {
    for (const auto* each : {&node->initial, &node->condition, &node->step}) inside(*each);
    list(node->body);
  }
  void compound(const shell::Case& node, Span) {
    inside(node.subject);
    for (const auto& item : node.items) inside(item.patterns), list(item.body);
  }
  void compound(const ArithmeticCommand& node, Span) { inside(node.expression); }
  void compound(const shell::Boxed<Test>& node, Span) { condition(node->condition); }
  void condition(const Condition& condition) {
    inside(condition.operands);
    for (const auto& inner : condition.inner) this->condition(inner);
  }
  void compound(const FunctionDefinition& node, Span span) {
    const std::string outer = std::exchange(bomb_, node.name);
    is_bomb_ = false;
    visit(*node.body);
    if (std::exchange(is_bomb_, false))
      say(Harm::exhaustion, RiskLevel::critical, "is a fork bomb", std::nullopt, span);
    bomb_ = outer;
  }
  void compound(const Coprocess& node, Span) {
    visit(*node.body);
    count_bomb(1);
  }

  void inside(const std::vector<Word>& words) {
    for (const auto& word : words) inside(word);
  }
  void inside(const auto& part) {
    risk::for_each_list(part, [this](const List& body) { apart(body); });
  }
  // Commands in substitutions count too, but not as part of the surrounding pipeline.
  void apart(const List& body) {
    const auto calls = calls_;
    const auto* fed = fed_;
    list(body);
    calls_ = calls;
    fed_ = fed;
  }

  void call(const std::vector<Word>& words, Span span) {
    if (words.empty()) return;
    auto read = risk::read_call(words, tables_, span);
    for (const auto& text : read.scripts) script(text, span);
    if (read.command_at) {
      std::vector<Word> inner(words.begin() + std::ptrdiff_t(*read.command_at), words.end());
      if (read.call.name == "xargs" && fed_ && fed_->size() == 1 && fed_->front().name == "echo")
        for (const auto& operand : fed_->front().operands) inner.push_back(literal_word(operand));
      if (read.call.name == "xargs" && fed_ && fed_->size() == 1 && fed_->front().name == "find" &&
          risk::reaches_all(fed_->front().expression, ""))
        risk::hand_roots(fed_->front(), inner);
      return call(inner, span);
    }
    run_text(read.call.name, words, span);
    const auto file = without_dot(risk::run_file(read.call, risk::shown(words.front())));
    if (!file.empty() && fetched_.contains(file))
      say(Harm::foreign_code, RiskLevel::critical, "runs whatever a server sends", RiskLevel::high, span);
    for (auto& each : risk::fetched_files(read.call)) fetched_.insert(without_dot(std::move(each)));
    for (const auto& command : risk::executed_commands(read.call, words)) call(command, span);
    risk::judge_call(read.call, risks_);
    calls_.push_back(std::move(read.call));
  }

  // bash <(curl …), sh -c "$(curl …)", eval "$(…)", source <(…), $(curl …).
  void run_text(const std::string& name, const std::vector<Word>& words, Span span) {
    static const std::vector<std::string_view> runs = {"sh",  "bash", "dash",   "zsh",
                                                       "ksh", "eval", "source", "."};
    const bool text_runs = std::ranges::find(runs, name) != runs.end();
    if (is_fetched(words.front()) ||
        (text_runs && std::ranges::any_of(words, [this](const Word& word) { return is_fetched(word); })))
      say(Harm::foreign_code, RiskLevel::critical, "runs whatever a server sends", RiskLevel::high, span);
  }
  bool is_fetched(const Word& word) const {
    return std::ranges::any_of(word.segments, [this](const Segment& each) { return is_fetched(each); });
  }
  bool is_fetched(const Segment& segment) const {
    if (const auto* quoted = std::get_if<DoubleQuoted>(&segment.node))
      return std::ranges::any_of(quoted->parts, [this](const Segment& each) { return is_fetched(each); });
    if (const auto* substitution = std::get_if<CommandSubstitution>(&segment.node))
      return begins_fetching(substitution->body);
    if (const auto* process = std::get_if<ProcessSubstitution>(&segment.node))
      return begins_fetching(process->body);
    return false;
  }
  bool begins_fetching(const List& body) const {
    const SimpleCommand* only = only_simple_command(body);
    return only && !only->words.empty() && risk::fetches(risk::read_call(only->words, tables_, {}).call);
  }

  // Positions inside a script are not positions in the text: its risks get the span of the command that runs
  // it.
  void script(const std::string& text, Span span) {
    const auto parsed = parse(text);
    if (!parsed || depth_ >= kMaxDepth) return;
    Walk walk(tables_, depth_ + 1);
    walk.list(parsed.tree);
    for (auto& each : walk.take()) say(each.harm, each.level, each.reason, each.expected_from, span);
  }

  void say(Harm harm, RiskLevel level, std::string reason, std::optional<RiskLevel> from, Span span) {
    risks_.push_back({harm, level, std::move(reason), from, span});
  }

  const UtilityTables& tables_;
  int depth_;
  std::vector<Risk> risks_;
  std::vector<Call> calls_;       // in the current pipeline so far
  const Stage* fed_ = nullptr;    // the stage before the current one
  std::string bomb_;              // the function being examined
  std::ptrdiff_t own_calls_ = 0;  // how often a pipeline in it calls the function
  bool is_bomb_ = false;
  std::set<std::string> fetched_;  // files that hold what a server sent
};

}  // namespace

std::vector<Risk> risks_of(std::string_view command, const UtilityTables& tables) {
  const auto parsed = parse(command);
  if (!parsed) return {};
  Walk walk(tables, 0);
  walk.list(parsed.tree);
  return walk.take();
}

}  // namespace assay
