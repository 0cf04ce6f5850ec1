// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "assay/internal/commands_run.h"
#include "assay/internal/dataset_lint.h"
#include "assay/internal/risk.h"
#include "assay/internal/shell.h"
#include "assay/internal/shell_visitor.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"

namespace assay {
namespace {

using namespace shell;

constexpr int kMaxDepth = 20;  // nesting of commands in commands

// Bash builtins without a table.
bool is_builtin(std::string_view name) {
  static const std::set<std::string_view> names = {"complete", "disown", "help",  "logout",
                                                   "suspend",  "times",  "ulimit"};
  return names.contains(name);
}

Known knowledge_of(const Word& word) {
  if (literal_value(word)) return Known::literal;
  return fields_of(pieces_of(word)) == Fields::one ? Known::one_word : Known::split;
}

class Walk : public Visitor {
 public:
  explicit Walk(const UtilityTables& tables) : tables_(tables) {}

  std::vector<Doubt> take() { return std::move(doubts_); }

 private:
  void simple_command(const SimpleCommand& node, const Command& command) override {
    Visitor::simple_command(node, command);
    call(node.words);
  }
  void function(const FunctionDefinition& node, const Command& command) override {
    functions_.insert(node.name);
    Visitor::function(node, command);
  }

  void call(std::span<const Word> words) {
    if (words.empty() || depth_ >= kMaxDepth) return;
    const auto name = literal_value(words.front());
    if (!name || functions_.contains(*name)) return;
    const std::string base(base_name(*name));
    if (base == "{}") return;  // find and xargs put a file there
    std::vector<std::string> texts;
    std::vector<Argument> arguments;
    for (const Word& word : words.subspan(1)) texts.push_back(literal_value(word).value_or(""));
    for (std::size_t i = 0; i < texts.size(); ++i)
      arguments.push_back({texts[i], knowledge_of(words[i + 1])});
    if (const Utility* utility = tables_.find(base))
      options(*utility, base, arguments);
    else if (!is_builtin(base))
      add(Doubt::Kind::unknown_utility, fmt::format("no table for the utility \"{}\"", one_line(base)));
    ++depth_;
    for (const CommandRun& each : commands_run_by(tables_, base, arguments).all)
      run(each, base, words, texts);
    --depth_;
  }
  void options(const Utility& utility, const std::string& name, std::span<const Argument> arguments) {
    const ParsedInvocation parsed = parse_options(utility, arguments);
    if (parsed.unknown_at)
      add(Doubt::Kind::unknown_option,
          fmt::format("{}: the table does not know \"{}\"", name,
                      one_line(std::string(arguments[*parsed.unknown_at].text))));
    else if (parsed.inner_at && parsed.subcommand)
      options(*parsed.subcommand, name + " " + std::string(arguments[*parsed.inner_at].text),
              arguments.subspan(*parsed.inner_at + 1));
  }
  // Only texts that are known.
  void run(const CommandRun& command, const std::string& runner, std::span<const Word> words,
           std::span<const std::string> texts) {
    if (command.is_default || command.are_keys) return;
    if (command.form == CommandRun::Form::argv)
      return call(words.subspan(command.begin + 1, command.end - command.begin));
    std::string text = command.text;
    for (std::size_t i = command.begin; i < command.end; ++i) {
      if (texts[i].empty()) return;
      text += (text.empty() ? "" : " ") + texts[i];
    }
    if (!text.empty()) script(runner, text, command.has_gaps);
  }

  void script(const std::string& name, const std::string& text, bool has_gaps) {
    const auto parsed = parse(text);
    if (!parsed && has_gaps) return;
    if (!parsed)
      return add(Doubt::Kind::syntax, fmt::format("the script of {}: {}", name, to_string(*parsed.error)));
    list(parsed.tree);
  }

  void add(Doubt::Kind kind, std::string what) { doubts_.push_back({kind, std::move(what)}); }

  const UtilityTables& tables_;
  int depth_ = 0;
  std::set<std::string> functions_;
  std::vector<Doubt> doubts_;
};

}  // namespace

std::vector<Doubt> doubts(std::string_view command, const UtilityTables& tables) {
  const auto parsed = shell::parse(command);
  if (!parsed) return {{Doubt::Kind::syntax, "does not parse: " + shell::to_string(*parsed.error)}};
  Walk walk(tables);
  walk.list(parsed.tree);
  auto found = walk.take();
  for (const Risk& risk : risks_of(command, tables))
    found.push_back({Doubt::Kind::danger, risk.reason, risk.expected_from});
  return found;
}

}  // namespace assay
