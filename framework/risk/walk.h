// SPDX-License-Identifier: Apache-2.0
// The walk through a command line that finds its risks. walk.cc has the tree, call_walk.cc the calls and the
// scripts that they run.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "assay/internal/printed_text.h"
#include "assay/internal/risk.h"
#include "assay/internal/shell_tree.h"
#include "call_rules.h"
#include "container.h"
#include "read_call.h"

namespace assay::risk {

// The standard input of a command.
struct Input {
  shell::KnownText text;
  bool is_there = true;  // commands of xargs and tmux do not have that of xargs and tmux
};

// Whether a command runs its standard input, and where.
enum class RunsInput { no, in_container, yes };

class Walk {
 public:
  Walk(const UtilityTables& tables, int depth) : tables_(tables), depth_(depth) {}

  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;

  void list(const shell::List& list);
  std::vector<Risk> take() { return std::move(risks_); }

 private:
  using Stage = std::vector<Call>;
  using Words = std::vector<shell::Word>;
  using Span = shell::Span;

  // ---- The tree ----
  void pipeline(const std::vector<shell::Command>& commands);
  void visit(const shell::Command& command);
  void redirect(const shell::Redirect& redirect);
  void judge_target(const shell::Redirect& redirect, Writing writing);
  void compound(const shell::SimpleCommand& node, Span span);
  void compound(const shell::Subshell& node, Span) { list(node.body); }
  void compound(const shell::Group& node, Span) { list(node.body); }
  void compound(const shell::If& node, Span);
  void compound(const shell::Loop& node, Span) { list(node.condition), list(node.body); }
  void compound(const shell::Boxed<shell::For>& node, Span);
  void compound(const shell::Boxed<shell::ArithmeticFor>& node, Span);
  void compound(const shell::Case& node, Span);
  void compound(const shell::ArithmeticCommand& node, Span) { inside(node.expression); }
  void compound(const shell::Boxed<shell::Test>& node, Span) { condition(node->condition); }
  void compound(const shell::FunctionDefinition& node, Span span);
  void compound(const shell::Coprocess& node, Span);
  void condition(const shell::Condition& condition);
  void inside(const Words& words);
  void inside(const shell::Word& word) { inside(word.segments); }
  void inside(const shell::Arithmetic& arithmetic) { inside(arithmetic.parts); }
  void inside(const std::vector<shell::Segment>& segments);
  void apart(const shell::List& body);
  void keep_fetched(const shell::Command& command);
  void count_bomb(std::ptrdiff_t enough);

  // ---- Calls ----
  void joined(const std::vector<Stage>& stages, Span span);
  void call(const Words& words, Span span);
  void nested_call(const Words& words, Span span);
  Fed fed() const;
  void run(const InnerCommand& inner, Span span);
  void script(const std::string& text, Span span);
  void take_input();
  bool spend(std::size_t bytes);  // false if too much has been read
  void run_input(Span span);
  void say_of_input(std::string reason, RiskLevel from, Span span);
  void say(Harm harm, RiskLevel level, std::string reason, std::optional<RiskLevel> from, Span span);
  // Adds what `rule` says of a call or a path, according to where it is.
  void judge(const auto& what, const auto& rule) {
    if (container_)
      judge_within(*container_, what, rule, risks_);
    else
      rule(what, risks_);
  }

  const UtilityTables& tables_;
  int depth_;
  std::vector<Risk> risks_;
  std::vector<Call> calls_;               // in the current pipeline so far
  const Stage* feeding_stage_ = nullptr;  // the stage before the current one
  Input input_;                           // of the current command
  RunsInput runs_input_ = RunsInput::no;  // of the current stage
  std::optional<Container> container_;    // in which the current command runs
  int nested_ = 0;
  std::size_t own_read_ = 0;  // bytes of scripts and of inputs that were read so far
  std::size_t* read_ = &own_read_;
  std::string bomb_;              // the function being examined
  std::ptrdiff_t own_calls_ = 0;  // how often a pipeline in it calls the function
  bool is_bomb_ = false;
  std::set<std::string> fetched_;  // files that hold what a server sent
};

// A path without a leading "./".
std::string without_dot(std::string path);

}  // namespace assay::risk
