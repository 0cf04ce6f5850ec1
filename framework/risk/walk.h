// SPDX-License-Identifier: Apache-2.0
// The walk through a command line that finds its risks. walk.cc has the tree, call_walk.cc the calls and the
// scripts that they run.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/internal/commands_run.h"
#include "assay/internal/risk.h"
#include "assay/internal/shell_visitor.h"
#include "call.h"
#include "call_rules.h"
#include "container.h"
#include "handed_arguments.h"
#include "known_texts.h"

namespace assay::risk {

// The standard input of a command.
struct Input {
  shell::KnownText text;
  bool is_there = true;  // commands of xargs and tmux do not have that of xargs and tmux
};

// Whether a command runs its standard input, and where.
enum class RunsInput { no, in_container, yes };

class Walk : public shell::Visitor {
 public:
  Walk(const UtilityTables& tables, int depth) : tables_(tables), depth_(depth), texts_(tables) {}

  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;

  std::vector<Risk> take() { return std::move(risks_); }

 private:
  using Words = std::vector<shell::Word>;
  using Span = shell::Span;
  // The calls of a stage of a pipeline, with what they print.
  struct StageCall {
    Call call;
    Origin origin = Origin::here;
  };
  using Stage = std::vector<StageCall>;

  // ---- The tree ----
  void and_or(const shell::AndOr& item) override;
  void pipeline(const shell::Pipeline& pipeline) override;
  void command(const shell::Command& command) override;
  void redirect(const shell::Redirect& redirect) override;
  void assignment(const shell::Assignment& assignment) override;
  void simple_command(const shell::SimpleCommand& node, const shell::Command& command) override;
  void subshell(const shell::Subshell& node, const shell::Command& command) override;
  void for_command(const shell::For& node, const shell::Command& command) override;
  void function(const shell::FunctionDefinition& node, const shell::Command& command) override;
  void coprocess(const shell::Coprocess& node, const shell::Command& command) override;
  void substitution(const shell::List& body) override;

  void judge_target(const shell::Redirect& redirect, Writing writing);
  void keep_written(const shell::Command& command, bool is_fed_by_fetched);
  void count_bomb(std::ptrdiff_t enough);

  // ---- Calls ----
  void joined(const std::vector<Stage>& stages, Span span);
  void call(const Words& words, Span span);
  void nested_call(const Words& words, Span span);
  void call_function(const shell::FunctionDefinition& function, const Words& words);
  void change_variables(const std::string& name, const Words& words);
  Fed fed() const;
  void run(const CommandRun& inner, const Words& words, Span span);
  void run_file(const Call& call, const Words& words, Span span);
  void script(const std::string& text, Span span, const Words& positions = {}, bool is_of_this_shell = false);
  void take_input();
  bool spend(std::size_t bytes);  // false if too much has been read
  void run_input(Span span);
  void say_of_input(Origin origin, Span span);
  void say_of_origin(Origin origin, Span span);
  void say(Harm harm, RiskLevel level, std::string reason, std::optional<RiskLevel> from, Span span);
  void add(Risk risk);
  // Adds what `rule` says of a call or a path, according to where it is.
  void judge(const auto& what, const auto& rule) {
    std::vector<Risk> found;
    if (container_)
      judge_within(*container_, what, rule, found);
    else
      rule(what, found);
    for (Risk& each : found) add(std::move(each));
  }

  const UtilityTables& tables_;
  int depth_;
  KnownTexts texts_;
  std::vector<Risk> risks_;
  Stage calls_;                           // in the current pipeline so far
  const Stage* feeding_stage_ = nullptr;  // the stage before the current one
  Input input_;                           // of the current command
  RunsInput runs_input_ = RunsInput::no;  // of the current stage
  std::optional<Container> container_;    // in which the current command runs
  Origin origin_ = Origin::here;          // of the words of the current command
  int nested_ = 0;
  std::size_t own_read_ = 0;  // bytes of scripts and of inputs that were read so far
  std::size_t* read_ = &own_read_;
  std::string bomb_;              // the function being examined
  std::ptrdiff_t own_calls_ = 0;  // how often a pipeline in it calls the function
  bool is_bomb_ = false;
  std::vector<std::string> locals_;  // of the function being defined
  std::map<std::string, const shell::FunctionDefinition*, std::less<>> functions_;
};

}  // namespace assay::risk
