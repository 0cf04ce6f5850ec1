// SPDX-License-Identifier: Apache-2.0
#include "lint_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "assay/internal/invocation.h"
#include "assay/internal/risk.h"
#include "assay/internal/shell.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"

namespace assay::cli {
namespace {

using namespace shell;

// Bash builtins, which run without a file and are not in the tables.
bool is_builtin(std::string_view name) {
  static const std::set<std::string_view> names = {
      ".",       ":",        "alias",     "bg",    "bind",    "break",   "builtin", "caller", "cd",
      "command", "complete", "continue",  "dirs",  "disown",  "eval",    "exec",    "exit",   "fc",
      "fg",      "getopts",  "hash",      "help",  "history", "jobs",    "local",   "logout", "popd",
      "pushd",   "return",   "shift",     "shopt", "source",  "suspend", "times",   "trap",   "type",
      "ulimit",  "umask",    "unalias",   "unset", "wait",    "declare", "typeset", "export", "readonly",
      "let",     "mapfile",  "readarray", "read",  "set",     "enable"};
  return names.contains(name);
}

class Walk {
 public:
  explicit Walk(const UtilityTables& tables) : tables_(tables) {}

  void list(const List& list) {
    for (const auto& item : list.items)
      for (const auto& link : item.links) pipeline(link.pipeline.commands);
  }
  std::vector<Doubt> take() { return std::move(doubts_); }

 private:
  void pipeline(const std::vector<Command>& commands) {
    for (const auto& command : commands) visit(command);
  }
  void visit(const Command& command) {
    std::visit([this](const auto& node) { compound(node); }, command.node);
  }
  void compound(const SimpleCommand& node) {
    for (const auto& word : node.words) inside(word);
    for (const auto& assignment : node.assignments) inside(assignment.value);
    words(node.words);
  }
  void compound(const Subshell& node) { list(node.body); }
  void compound(const shell::Group& node) { list(node.body); }
  void compound(const If& node) {
    for (const auto& branch : node.branches) list(branch.condition), list(branch.body);
    if (node.otherwise) list(*node.otherwise);
  }
  void compound(const Loop& node) { list(node.condition), list(node.body); }
  void compound(const shell::Boxed<For>& node) { list(node->body); }
  void compound(const shell::Boxed<ArithmeticFor>& node) { list(node->body); }
  void compound(const shell::Case& node) {
    for (const auto& item : node.items) list(item.body);
  }
  void compound(const ArithmeticCommand&) {}
  void compound(const shell::Boxed<Test>&) {}
  void compound(const FunctionDefinition& node) {
    functions_.insert(node.name);
    visit(*node.body);
  }
  void compound(const Coprocess& node) { visit(*node.body); }

  // Command substitutions contain commands, too.
  void inside(const Word& word) {
    for (const auto& segment : word.segments) inside(segment);
  }
  void inside(const Segment& segment) {
    if (const auto* quoted = std::get_if<DoubleQuoted>(&segment.node))
      for (const auto& part : quoted->parts) inside(part);
    if (const auto* substitution = std::get_if<CommandSubstitution>(&segment.node)) list(substitution->body);
    if (const auto* process = std::get_if<ProcessSubstitution>(&segment.node)) list(process->body);
  }

  void words(std::span<const Word> words) {
    if (words.empty()) return;
    const auto name = literal_value(words.front());
    if (!name || functions_.contains(*name)) return;
    const auto base = name->substr(name->rfind('/') + 1);
    if (const Utility* utility = tables_.find(base)) return invocation(*utility, base, words.subspan(1));
    if (!is_builtin(base))
      add(Doubt::Kind::unknown_utility, fmt::format("no table for the utility \"{}\"", one_line(base)));
  }

  void invocation(const Utility& utility, const std::string& name, std::span<const Word> words) {
    std::vector<std::string> texts;
    for (const auto& word : words) texts.push_back(literal_value(word).value_or(""));
    std::vector<Argument> arguments;
    for (std::size_t i = 0; i < words.size(); ++i)
      arguments.push_back({texts[i], literal_value(words[i]) ? Known::literal : Known::one_word});
    const auto parsed = parse_options(utility, arguments);
    if (parsed.unknown_at)
      add(Doubt::Kind::unknown_option,
          fmt::format("{}: the table does not know \"{}\"", name, one_line(texts[*parsed.unknown_at])));
    else if (parsed.inner_at && parsed.subcommand)
      return invocation(*parsed.subcommand, name + " " + texts[*parsed.inner_at],
                        words.subspan(*parsed.inner_at + 1));
    else if (parsed.inner_at && parsed.inner == InnerForm::argv)
      this->words(words.subspan(*parsed.inner_at));
    else if (parsed.inner_at && parsed.inner == InnerForm::script && !texts[*parsed.inner_at].empty())
      script(name, texts[*parsed.inner_at]);
  }

  void script(const std::string& name, const std::string& text) {
    const auto parsed = parse(text);
    if (!parsed)
      return add(Doubt::Kind::syntax, fmt::format("the script of {}: {}", name, to_string(*parsed.error)));
    list(parsed.tree);
  }

  void add(Doubt::Kind kind, std::string what) { doubts_.push_back({kind, std::move(what)}); }

  const UtilityTables& tables_;
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

}  // namespace assay::cli
