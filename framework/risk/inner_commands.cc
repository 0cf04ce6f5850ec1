// SPDX-License-Identifier: Apache-2.0
#include "inner_commands.h"

#include <algorithm>
#include <span>

#include "assay/internal/invocation.h"
#include "assay/internal/shell.h"
#include "assay/internal/shell_calls.h"
#include "assay/internal/word.h"
#include "call.h"
#include "handed_arguments.h"
#include "script_forms.h"

namespace assay::risk {
namespace {

using shell::Word;
using Words = std::span<const Word>;

std::string joined(Words words) {
  std::string text;
  for (const Word& word : words) text += (&word == words.data() ? "" : " ") + text_of(word);
  return text;
}

std::vector<std::string> typed_words(Words words) {
  std::vector<std::string> texts;
  for (const Word& word : words) texts.push_back(text_of(word));
  return texts;
}

// Reads a call by one table, and by those of its subcommands.
class Finder {
 public:
  Finder(const Fed& fed, InnerCommands& found) : fed_(fed), found_(found) {}

  void read(const Utility& table, Words words) {
    const auto& separators = table.inner.separators;
    const auto ends = [&](const Word& word) {
      return std::ranges::find(separators, shown(word)) != separators.end();
    };
    auto end = separators.empty() ? words.end() : std::ranges::find_if(words, ends);
    read_one(table, {words.begin(), end});
    while (end != words.end()) {
      const auto begin = std::next(end);
      end = std::find_if(begin, words.end(), ends);
      read_subcommand(table, {begin, end});
    }
  }

 private:
  void read_one(const Utility& table, Words words) {
    std::vector<std::string> texts;
    for (const Word& word : words) texts.push_back(shown(word));
    std::vector<Argument> arguments;
    for (std::size_t i = 1; i < texts.size(); ++i) arguments.push_back({texts[i], Known::literal});
    const ParsedInvocation parsed = parse_options(table, arguments);
    const InnerRule& rule = table.inner;
    if (rule.input != InputUse::inherited) has_input_ = false;
    const bool has_script = read_options(table, parsed);
    if (parsed.unknown_at || !inner_applies(parsed)) return;
    place_ = rule.place;
    if (place_ == InnerPlace::container) container_ = container_of(parsed);
    if (parsed.subcommand) return read(*parsed.subcommand, words.subspan(*parsed.inner_at + 1));
    if (parsed.inner_at) return run(parsed, words.subspan(*parsed.inner_at + 1));
    if (!has_script) read_rest(table, parsed, texts);
  }
  void read_subcommand(const Utility& table, Words words) {
    if (words.empty()) return;
    if (const Utility* subcommand = table.find_subcommand(shown(words.front()))) read(*subcommand, words);
  }

  // Values of options such as -c of su and -S of env. Returns whether there are any.
  bool read_options(const Utility& table, const ParsedInvocation& parsed) {
    bool has_script = false;
    for (const ParsedOption& option : parsed.options) {
      if (table.options[option.id].kind != ValueKind::script || option.value.form == ValueForm::none)
        continue;
      has_script = true;
      if (table.inner.input == InputUse::script)
        read_script(table, std::string(option.value.text));
      else
        add_script(std::string(option.value.text));
    }
    return has_script;
  }
  // A script of the program's own commands. In Tcl these look much like those of a shell.
  void read_script(const Utility& table, const std::string& text) {
    auto parsed = shell::parse(text);
    if (!parsed) return;
    shell::for_each_simple_command(
        parsed.tree, [&](shell::SimpleCommand& command) { read_subcommand(table, command.words); });
  }

  void run(const ParsedInvocation& parsed, Words words) {
    const InnerRule& rule = parsed.utility->inner;
    if (rule.keys) return add_script(typed_text(typed_words(words)));
    if (parsed.inner == InnerForm::script) words = words.first(1);
    const bool by_shell = parsed.inner != InnerForm::argv || (rule.sole_is_script && words.size() == 1);
    if (rule.input != InputUse::arguments) return add(words, by_shell);
    for (const auto& each : with_arguments(parsed, words, fed_, by_shell)) add(each, by_shell);
  }

  // There is no command: a default runs, or the input is read as commands.
  void read_rest(const Utility& table, const ParsedInvocation& parsed,
                 const std::vector<std::string>& texts) {
    const InnerRule& rule = table.inner;
    if (!rule.otherwise.empty() && (rule.form == InnerForm::none || parsed.operands.size() >= rule.skip)) {
      std::vector<Word> words;
      for (const std::string& each : rule.otherwise) words.push_back(shell::literal_word(each));
      add(words, false);
      found_.all.back().is_default = true;
      return;
    }
    const bool names_file = std::ranges::any_of(
        parsed.operands, [&](std::uint32_t operand) { return texts[operand + 1] != "-"; });
    const bool is_script = rule.input == InputUse::schedule || rule.input == InputUse::script ||
                           (rule.input == InputUse::arguments && rule.form == InnerForm::joined);
    if (names_file || !is_script) return;
    found_.runs_input = true;
    if (!fed_.input) return;
    if (rule.input == InputUse::script) return read_script(table, *fed_.input);
    add_script(rule.input == InputUse::schedule ? scheduled_commands(*fed_.input) : *fed_.input);
  }

  void add(Words words, bool by_shell) {
    if (by_shell) return add_script(joined(words));
    if (!words.empty()) start().words.assign(words.begin(), words.end());
  }
  void add_script(std::string text) {
    InnerCommand& command = start();
    command.script = std::move(text);
    command.is_script = true;
  }
  InnerCommand& start() {
    InnerCommand& command = found_.all.emplace_back();
    command.has_input = has_input_;
    command.place = place_;
    command.container = container_;
    return command;
  }

  const Fed& fed_;
  InnerCommands& found_;
  bool has_input_ = true;
  InnerPlace place_ = InnerPlace::here;
  Container container_;
};

}  // namespace

InnerCommands inner_commands(const std::string& name, const std::vector<Word>& words,
                             const UtilityTables& tables, const Fed& fed) {
  InnerCommands found;
  for (const Utility* table : tables.readings(name)) {
    Finder(fed, found).read(*table, words);
    if (!found.all.empty() || found.runs_input) break;
  }
  return found;
}

}  // namespace assay::risk
