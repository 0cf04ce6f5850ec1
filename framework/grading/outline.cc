// SPDX-License-Identifier: Apache-2.0
#include "outline.h"

#include <algorithm>
#include <span>

#include "assay/internal/commands_run.h"
#include "assay/internal/shell.h"
#include "assay/internal/shell_calls.h"
#include "assay/internal/word.h"

namespace assay {
namespace {

constexpr int kMaxDepth = 8;  // of nested commands

class Reader {
 public:
  Reader(const UtilityTables& tables, Outline& outline) : tables_(tables), outline_(outline) {}

  // Reads a script, and turns `list` into its template.
  void list(shell::List& list, int depth) {
    shell::for_each_simple_command(list, [&](shell::SimpleCommand& command) { simple(command, depth); });
  }

 private:
  void simple(shell::SimpleCommand& command, int depth) {
    if (command.words.empty()) return;
    std::vector<std::string> shape = read(command.words, depth);
    command.words.resize(1);
    for (std::string& each : shape) command.words.push_back(shell::literal_word(each));
  }

  // Records the utility and the commands that it runs. Returns its flags, sorted, then "_" for each argument.
  std::vector<std::string> read(std::span<const shell::Word> words, int depth) {
    std::vector<std::string> texts;
    for (const shell::Word& word : words) texts.push_back(shell::literal_value(word).value_or("$"));
    const std::string name(base_name(texts.front()));
    std::vector<Argument> arguments;
    for (const std::string& text : std::span(texts).subspan(1)) arguments.push_back({text, Known::literal});
    const Utility* utility = tables_.find(name);
    const ParsedInvocation parsed = utility ? parse_options(*utility, arguments) : ParsedInvocation{};
    const bool is_read = utility && !parsed.unknown_at;
    std::vector<std::string> flags = is_read ? flags_of(parsed, arguments) : dashed(arguments);
    outline_.uses.push_back({name, {flags.begin(), flags.end()}});
    std::ranges::sort(flags);
    const std::size_t others = arguments.size() - std::min(arguments.size(), flags.size());
    flags.insert(flags.end(), is_read ? operands_of(parsed, arguments) : others, "_");
    if (depth < kMaxDepth)
      for (const CommandRun& each : commands_run_by(tables_, name, arguments).all)
        run(each, words, texts, depth);
    return flags;
  }

  static std::vector<std::string> dashed(std::span<const Argument> arguments) {
    std::vector<std::string> flags;
    for (const Argument& each : arguments)
      if (each.text.starts_with('-') && each.text.size() > 1)
        flags.emplace_back(each.text.substr(0, each.text.find('=')));
    return flags;
  }
  static std::vector<std::string> flags_of(const ParsedInvocation& parsed,
                                           std::span<const Argument> arguments) {
    std::vector<std::string> flags;
    for (const ParsedOption& each : parsed.options) flags.push_back(parsed.utility->options[each.id].name());
    for (std::size_t at = parsed.expression_at.value_or(arguments.size()); at < arguments.size();) {
      const Primary* primary = parsed.utility->find_primary(arguments[at].text);
      if (primary && primary->names.front() != "(") flags.push_back(primary->names.front());
      at += 1 + (primary ? primary->arguments : 0);
    }
    return flags;
  }
  // Option values count as arguments too.
  static std::size_t operands_of(const ParsedInvocation& parsed, std::span<const Argument> arguments) {
    std::size_t count = parsed.operands.size();
    for (const ParsedOption& each : parsed.options) count += each.value.form != ValueForm::none;
    for (std::size_t at = parsed.expression_at.value_or(arguments.size()); at < arguments.size(); ++at)
      count += parsed.utility->find_primary(arguments[at].text) == nullptr;
    return count;
  }

  void run(const CommandRun& command, std::span<const shell::Word> words,
           const std::vector<std::string>& texts, int depth) {
    if (command.is_default || command.are_keys) return;
    if (command.form == CommandRun::Form::argv) {
      read(words.subspan(command.begin + 1, command.end - command.begin), depth + 1);
      return;
    }
    std::string text = command.text;
    for (std::size_t i = command.begin; i < command.end; ++i)
      text += (text.empty() ? "" : " ") + texts[i + 1];
    script(text, depth + 1);
  }
  void script(const std::string& text, int depth) {
    auto parsed = shell::parse(text);
    if (parsed) list(parsed.tree, depth);
  }

  const UtilityTables& tables_;
  Outline& outline_;
};

}  // namespace

std::optional<Outline> outline_of(std::string_view command, const UtilityTables& tables) {
  auto parsed = shell::parse(command);
  if (!parsed) return std::nullopt;
  Outline outline;
  Reader(tables, outline).list(parsed.tree, 0);
  outline.template_text = shell::print(parsed.tree);
  return outline;
}

}  // namespace assay
