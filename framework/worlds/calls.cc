// SPDX-License-Identifier: Apache-2.0
#include "calls.h"

#include <algorithm>
#include <array>
#include <map>

#include "assay/internal/commands_run.h"
#include "assay/internal/shell.h"
#include "assay/internal/shell_visitor.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"

namespace assay::worlds {
namespace {

using namespace shell;

constexpr int kMaxDepth = 6;
constexpr std::string_view kHome = "/home/user";

class Walk : public Visitor {
 public:
  void script(std::string_view source) {
    if (depth_ >= kMaxDepth) return;
    const Parsed parsed = parse(source);
    if (!parsed) return;
    ++depth_;
    list(parsed.tree);
    --depth_;
  }
  Calls take() { return std::move(found_); }

 private:
  // A shell makes redirections before it runs the command.
  void command(const Command& command) override {
    for (const Redirect& each : command.redirects) redirect(each);
    node(command);
  }
  void simple_command(const SimpleCommand& node, const Command&) override {
    for (const Assignment& each : node.assignments) {
      if (each.subscript) text_of(*each.subscript);
      const Text value = text_of(each.value);
      own_[each.name] = value.is_known ? value.text : std::string();
      found_.assigned.push_back(each.name);
    }
    std::vector<Text> words;
    for (const Word& each : node.words) append(words, each);
    call(std::move(words));
  }
  void for_command(const For& node, const Command&) override {
    own_[node.name] = {};
    if (node.words)
      for (const Word& each : *node.words) append(found_.listed, each);
    list(node.body);
  }
  void word(const Word& word, Place place) override {
    Text text = text_of(word);
    if (place == Place::pattern) found_.patterns.push_back(std::move(text.text));
  }
  void condition(const Condition& node) override {
    for (std::size_t i = 0; i < node.operands.size(); ++i) {
      Text text = text_of(node.operands[i]);
      if (node.kind == ConditionKind::binary && i == 1) found_.patterns.push_back(text.text);
      if (node.kind == ConditionKind::unary && text.is_known) found_.read.push_back(std::move(text));
    }
    for (const Condition& inner : node.inner) condition(inner);
  }

  void redirect(const Redirect& redirect) override {
    const Text target = text_of(redirect.target);
    if (!target.is_known) return;
    switch (redirect.operation) {
      case RedirectOperator::input:
      case RedirectOperator::read_write: found_.read.push_back(target); break;
      case RedirectOperator::output:
      case RedirectOperator::append:
      case RedirectOperator::clobber:
      case RedirectOperator::both:
      case RedirectOperator::both_append: found_.written.push_back(target); break;
      case RedirectOperator::dup_input:
      case RedirectOperator::dup_output:
      case RedirectOperator::here_string:
      case RedirectOperator::here_document: break;
    }
  }

  // ---- Words ----

  void append(std::vector<Text>& into, const Word& word) {
    const auto expanded = expand_braces(word, 20);
    if (!expanded) return;
    for (const Word& each : *expanded) into.push_back(text_of(each));
  }

  Text text_of(const Word& word) {
    Text text;
    for (const Piece& piece : pieces_of(word)) std::visit([&](const auto& each) { add(each, text); }, piece);
    return text;
  }
  void add(const Literal& literal, Text& text) { text.text += literal.text; }
  void add(const Glob& glob, Text& text) {
    text.text += glob.pattern;
    text.is_glob = true;
  }
  void add(const Tilde& tilde, Text& text) {
    text.text += tilde.user.empty() ? kHome : "/home/" + tilde.user;
  }
  void add(const Brace&, Text& text) { text.is_known = false; }
  void add(const Expansion& expansion, Text& text) {
    if (const auto* parameter = std::get_if<Boxed<Parameter>>(&expansion.segment.node)) {
      variable(**parameter, text);
    } else if (const auto* command = std::get_if<CommandSubstitution>(&expansion.segment.node)) {
      const SimpleCommand* only = only_simple_command(command->body);
      if (only && only->words.size() == 1 && literal_value(only->words.front()) == "pwd") {
        text.text += kHome;
        return;
      }
      list(command->body);
      text.is_known = false;
    } else if (const auto* process = std::get_if<ProcessSubstitution>(&expansion.segment.node)) {
      list(process->body);
      text.is_known = false;
    } else {
      Visitor::word(Word{{expansion.segment}, {}}, Place::plain);
      text.is_known = false;
    }
  }
  void variable(const Parameter& parameter, Text& text) {
    for (const Word* word : {&parameter.argument, parameter.second ? &*parameter.second : nullptr}) {
      if (word && !word->segments.empty()) found_.patterns.push_back(text_of(*word).text);
    }
    static const std::map<std::string_view, std::string_view> known = {
        {"HOME", kHome}, {"PWD", kHome}, {"USER", "user"}, {"LOGNAME", "user"}};
    if (const auto usual = known.find(parameter.name); usual != known.end()) {
      text.text += usual->second;
    } else if (const auto own = own_.find(parameter.name); own != own_.end()) {
      text.text += own->second;
      text.is_known = text.is_known && !own->second.empty();
    } else if (is_name(parameter.name) && !decides_how_programs_start(parameter.name)) {
      if (std::ranges::find(found_.variables, parameter.name) == found_.variables.end())
        found_.variables.push_back(parameter.name);
      text.text += variable_value(parameter.name);
    } else {
      text.is_known = false;
    }
  }
  // With another value no program would be found, or each would start differently: a world that varied these
  // would show nothing about the command.
  static bool decides_how_programs_start(std::string_view name) {
    constexpr std::array kNames = {"PATH", "ENV", "BASH_ENV", "SHELLOPTS", "BASHOPTS", "POSIXLY_CORRECT"};
    return std::ranges::find(kNames, name) != kNames.end() || name.starts_with("LD_") ||
           name.starts_with("BASH_FUNC_");
  }
  static bool is_name(std::string_view name) {
    return !name.empty() && (name.front() < '0' || name.front() > '9') &&
           std::ranges::all_of(name, [](char c) {
             return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
           });
  }

  // ---- Calls ----

  void call(std::vector<Text> words) {
    if (words.empty() || depth_ >= kMaxDepth) return;
    std::string name = words.front().text;
    name.erase(0, name.rfind('/') + 1);
    words.erase(words.begin());
    if (name == "read" || name == "mapfile" || name == "readarray" || name == "xargs" || name == "parallel")
      found_.reads_lines = true;
    if (name == "export" || name == "declare" || name == "typeset" || name == "readonly")
      for (const Text& word : words) assign(word);
    const Utility* utility = find_utility(name == "[" ? "test" : name);
    inner_commands(name, words);
    found_.calls.push_back({utility, std::move(name), std::move(words)});
  }

  void assign(const Text& word) {
    const std::size_t equals = word.text.find('=');
    if (equals == std::string::npos || !is_name(word.text.substr(0, equals))) return;
    own_[word.text.substr(0, equals)] = word.is_known ? word.text.substr(equals + 1) : std::string();
    found_.assigned.push_back(word.text.substr(0, equals));
  }

  // The command that a wrapper runs is a separate call, and not an argument of the wrapper.
  void inner_commands(const std::string& name, std::vector<Text>& words) {
    static const UtilityTables tables;
    std::vector<Argument> arguments;
    for (const Text& each : words)
      arguments.push_back({each.text, each.is_known && !each.is_glob ? Known::literal : Known::one_word});
    const CommandsRun inner = commands_run_by(tables, name, arguments);
    ++depth_;
    for (const CommandRun& each : inner.all)
      run(each, {words.begin() + each.begin, words.begin() + each.end});
    --depth_;
    if (inner.all.size() != 1) return;
    const CommandRun& only = inner.all.front();
    const bool is_own_call = only.part.inner == InnerForm::argv || only.part.inner == InnerForm::joined;
    if (is_own_call && only.end > only.begin)
      words.erase(words.begin() + only.begin, words.begin() + only.end);
  }
  void run(const CommandRun& command, std::vector<Text> words) {
    if (command.is_default || command.are_keys) return;
    if (command.form == CommandRun::Form::script) {
      std::string joined = command.text;
      for (const Text& each : words) joined += each.text + " ";
      return script(joined);
    }
    if (command.is_of_expression)
      for (Text& each : words)
        if (each.text.find("{}") != std::string::npos) each.is_known = each.text == "{}";
    call(std::move(words));
  }

  Calls found_;
  std::map<std::string, std::string, std::less<>> own_;  // variables that the command sets
  int depth_ = 0;
};

}  // namespace

std::string variable_value(std::string_view name) { return "work-" + lowercase(name); }

Calls calls_in(std::string_view command) {
  Walk walk;
  walk.script(command);
  return walk.take();
}

}  // namespace assay::worlds
