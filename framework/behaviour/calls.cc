// SPDX-License-Identifier: Apache-2.0
#include "calls.h"

#include "assay/internal/commands_run.h"
#include "assay/internal/shell.h"
#include "assay/internal/shell_visitor.h"
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

class Walk : public Visitor {
 public:
  std::vector<Call> take() && { return std::move(calls_); }
  bool starts_jobs() const { return starts_jobs_; }

  void list(const List& list) override {
    for (const AndOr& item : list.items) starts_jobs_ |= item.background;
    ++depth_;
    Visitor::list(list);
    --depth_;
  }

 private:
  void pipeline(const Pipeline& pipeline) override {
    ++pipeline_;
    Visitor::pipeline(pipeline);
  }
  // A shell makes redirections before it runs the command.
  void command(const Command& command) override {
    for (const Redirect& each : command.redirects) redirect(each);
    node(command);
  }
  void function(const FunctionDefinition& node, const Command& command) override {
    ++depth_;
    Visitor::function(node, command);
    --depth_;
  }
  void coprocess(const Coprocess& node, const Command& command) override {
    ++depth_;
    Visitor::coprocess(node, command);
    --depth_;
  }
  void simple_command(const SimpleCommand& simple, const Command& command) override {
    Visitor::simple_command(simple, command);
    if (simple.words.empty()) return;
    Call call{.name = std::string(base_name(literal_value(simple.words.front()).value_or(""))),
              .arguments = {},
              .begin = simple.words.front().span.begin,
              .argument_begins = {},
              .is_inner = depth_ > 1,
              .pipeline = pipeline_};
    for (auto word = simple.words.begin() + 1; word != simple.words.end(); ++word) {
      call.arguments.push_back(literal_value(*word).value_or(""));
      call.argument_begins.push_back(word->span.begin);
      call.has_glob |= has_live_glob(*word);
    }
    calls_.push_back(std::move(call));
  }

  bool starts_jobs_ = false;
  std::vector<Call> calls_;
  std::size_t depth_ = 0;  // of lists; 1: the outermost
  std::size_t pipeline_ = 0;
};

void add_wrapped(const Call& wrapper, int depth, std::vector<Call>& found) {
  constexpr int kMaxDepth = 20;
  if (depth >= kMaxDepth) return;
  static const UtilityTables tables;
  std::vector<Argument> arguments;
  for (const std::string& each : wrapper.arguments)
    arguments.push_back({each, each.empty() ? Known::one_word : Known::literal});
  for (const CommandRun& each : commands_run_by(tables, wrapper.name, arguments).all) {
    if (each.is_default || each.are_keys) continue;
    std::vector<std::string> words(wrapper.arguments.begin() + each.begin,
                                   wrapper.arguments.begin() + each.end);
    std::vector<Call> calls;
    if (each.form == CommandRun::Form::argv) {
      const std::string name(base_name(words.front()));
      words.erase(words.begin());
      Call call;
      call.name = name;
      call.arguments = std::move(words);
      calls.push_back(std::move(call));
    } else {
      std::string script = each.text;
      for (const std::string& word : words) script += (script.empty() ? "" : " ") + word;
      calls = calls_of(script);
    }
    for (const Call& call : calls) {
      found.push_back(call);
      add_wrapped(call, depth + 1, found);
    }
  }
}

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

std::vector<Call> wrapped_calls(const Call& wrapper) {
  std::vector<Call> found;
  add_wrapped(wrapper, 0, found);
  return found;
}

std::vector<std::string> wrapped_names(const Call& wrapper) {
  std::vector<std::string> names;
  for (Call& each : wrapped_calls(wrapper)) names.push_back(std::move(each.name));
  return names;
}

}  // namespace assay::behaviour
