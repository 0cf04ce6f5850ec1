// SPDX-License-Identifier: Apache-2.0
#include "calls.h"

#include <algorithm>
#include <array>

#include "assay/internal/shell.h"
#include "assay/internal/word.h"

namespace assay::behaviour {
namespace {

using namespace shell;

bool has_live_glob(const Word& word) {
  return std::ranges::any_of(word.segments, [](const Segment& segment) {
    const auto* text = std::get_if<Text>(&segment.node);
    return text && text->quoting == Quoting::none && text->text.find_first_of("*?[") != std::string::npos;
  });
}

class Walk {
 public:
  std::vector<Call> take() && { return std::move(calls_); }
  bool starts_jobs() const { return starts_jobs_; }

  void list(const List& list) {
    for (const AndOr& item : list.items) starts_jobs_ |= item.background;
    for (const AndOr& item : list.items)
      for (const Link& link : item.links) {
        ++pipeline_;
        for (const Command& command : link.pipeline.commands) visit(command);
      }
  }

 private:
  void inner(const List& body) {
    ++depth_;
    list(body);
    --depth_;
  }
  void visit(const Command& command) {
    for (const Redirect& redirect : command.redirects) inside(redirect.target);
    std::visit([this](const auto& node) { of(node); }, command.node);
  }

  void of(const SimpleCommand& simple) {
    for (const Assignment& assignment : simple.assignments) inside(assignment.value);
    for (const Word& word : simple.words) inside(word);
    if (simple.words.empty()) return;
    const std::string name = literal_value(simple.words.front()).value_or("");
    Call call{.name = name.substr(name.rfind('/') + 1),
              .begin = simple.words.front().span.begin,
              .is_inner = depth_ > 0,
              .pipeline = pipeline_};
    for (auto word = simple.words.begin() + 1; word != simple.words.end(); ++word) {
      call.arguments.push_back(literal_value(*word).value_or(""));
      call.argument_begins.push_back(word->span.begin);
      call.has_glob |= has_live_glob(*word);
    }
    calls_.push_back(std::move(call));
  }
  void of(const Subshell& node) { inner(node.body); }
  void of(const Group& node) { inner(node.body); }
  void of(const If& node) {
    for (const Branch& branch : node.branches) {
      inner(branch.condition);
      inner(branch.body);
    }
    if (node.otherwise) inner(*node.otherwise);
  }
  void of(const Loop& node) {
    inner(node.condition);
    inner(node.body);
  }
  void of(const Boxed<For>& node) {
    if (node->words)
      for (const Word& word : *node->words) inside(word);
    inner(node->body);
  }
  void of(const Boxed<ArithmeticFor>& node) { inner(node->body); }
  void of(const shell::Case& node) {
    for (const CaseItem& item : node.items) inner(item.body);
  }
  void of(const ArithmeticCommand&) {}
  void of(const Boxed<shell::Test>&) {}
  void of(const FunctionDefinition& node) {
    ++depth_;
    visit(*node.body);
    --depth_;
  }
  void of(const Coprocess& node) {
    ++depth_;
    visit(*node.body);
    --depth_;
  }

  void inside(const Word& word) {
    for (const Segment& segment : word.segments) inside(segment);
  }
  void inside(const Segment& segment) {
    if (const auto* quoted = std::get_if<DoubleQuoted>(&segment.node))
      for (const Segment& part : quoted->parts) inside(part);
    if (const auto* substitution = std::get_if<CommandSubstitution>(&segment.node)) inner(substitution->body);
    if (const auto* process = std::get_if<ProcessSubstitution>(&segment.node)) inner(process->body);
  }

  bool starts_jobs_ = false;
  std::vector<Call> calls_;
  std::size_t depth_ = 0;
  std::size_t pipeline_ = 0;
};

// Any of their arguments could be the name of a command.
constexpr std::array kWrappers = {"sudo", "doas", "xargs",  "env",  "nice", "nohup",   "time", "timeout",
                                  "exec", "find", "setsid", "bash", "sh",   "command", "watch"};

}  // namespace

std::vector<Call> calls_of(std::string_view command) {
  const Parsed parsed = parse(command);
  if (!parsed) return {};
  Walk walk;
  walk.list(parsed.tree);
  return std::move(walk).take();
}

bool leaves_jobs(std::string_view command) {
  const Parsed parsed = parse(command);
  if (!parsed) return false;
  Walk walk;
  walk.list(parsed.tree);
  if (!walk.starts_jobs()) return false;
  const std::vector<Call> calls = std::move(walk).take();
  return std::ranges::none_of(calls, [](const Call& call) { return call.name == "wait"; });
}

std::vector<std::string> wrapped_names(const Call& wrapper) {
  if (std::ranges::find(kWrappers, wrapper.name) == kWrappers.end()) return {};
  std::vector<std::string> names;
  bool is_next = wrapper.name != "find";
  for (const std::string& argument : wrapper.arguments) {
    if (wrapper.name == "find") {
      if (is_next) names.push_back(argument);
      is_next = argument == "-exec" || argument == "-execdir" || argument == "-ok" || argument == "-okdir";
    } else if ((wrapper.name == "bash" || wrapper.name == "sh") && argument.find(' ') != std::string::npos) {
      for (const Call& call : calls_of(argument)) names.push_back(call.name);
    } else if (!argument.starts_with('-') && argument.find('=') == std::string::npos) {
      names.push_back(argument.substr(argument.rfind('/') + 1));
      if (names.size() == 2) break;  // the first may be an option's value
    }
  }
  return names;
}

}  // namespace assay::behaviour
