// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/commands_run.h"

#include <algorithm>

#include "assay/internal/shell.h"
#include "assay/internal/shell_visitor.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"
#include "script_forms.h"

namespace assay {
namespace {

using Arguments = std::span<const Argument>;

bool is_one_of(const std::vector<std::string>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// What follows one of the beginnings in a value: "ls" of "exec=ls" after "exec=". A * stands for any text.
std::optional<std::string_view> after_beginning(const std::vector<std::string>& beginnings,
                                                std::string_view value) {
  const auto begins = [](std::string_view text, std::string_view with) {
    return lowercase(text.substr(0, with.size())) == lowercase(with);
  };
  for (const std::string& each : beginnings) {
    const std::string_view head = std::string_view(each).substr(0, each.find('*'));
    if (!begins(value, head)) continue;
    if (head.size() == each.size()) return value.substr(head.size());
    const std::string_view tail = std::string_view(each).substr(head.size() + 1);
    for (std::size_t at = head.size(); at < value.size(); ++at)
      if (begins(value.substr(at), tail)) return value.substr(at + tail.size());
  }
  return std::nullopt;
}

// Reads a call by one table, and by those of its subcommands.
class Finder {
 public:
  Finder(Arguments arguments, const std::string* input, CommandsRun& found)
      : arguments_(arguments), input_(input), found_(found) {}

  // Of the arguments [begin, end).
  void read(const Utility& table, std::size_t begin, std::size_t end) {
    const auto& separators = table.inner.separators;
    const auto next = [&](std::size_t from) {
      while (from < end && !is_one_of(separators, arguments_[from].text)) ++from;
      return from;
    };
    std::size_t stop = separators.empty() ? end : next(begin);
    read_one(table, begin, stop);
    while (stop < end) {
      begin = stop + 1;
      stop = next(begin);
      if (begin == stop) continue;
      if (const Utility* subcommand = table.find_subcommand(arguments_[begin].text))
        read(*subcommand, begin + 1, stop);
    }
  }

 private:
  void read_one(const Utility& table, std::size_t begin, std::size_t end) {
    part_at_ = begin;
    part_ = parse_options(table, arguments_.subspan(begin, end - begin));
    const ParsedInvocation parsed = part_;
    const InnerRule& rule = table.inner;
    if (only_informs(parsed, arguments_.subspan(begin, end - begin))) return;
    if (rule.input != InputUse::inherited) has_input_ = false;
    const bool has_option_script = read_options(parsed);
    const bool has_script = read_programs(parsed) || has_option_script;
    if (parsed.unknown_at && !parsed.subcommand) found_.is_complete = false;
    if (parsed.expression_at) read_expression(parsed, begin + *parsed.expression_at, end);
    if (parsed.unknown_at || !inner_applies(parsed)) return;
    place_ = rule.place;
    if (parsed.subcommand) return read(*parsed.subcommand, begin + *parsed.inner_at + 1, end);
    if (parsed.inner_at) return run(parsed, begin + *parsed.inner_at, end);
    if (!has_script) read_rest(table, parsed);
  }

  // Values of options such as -c of su and -S of env. Returns whether there are any.
  bool read_options(const ParsedInvocation& parsed) {
    bool has_script = false;
    for (const ParsedOption& option : parsed.options) {
      const Option& of = parsed.utility->options[option.id];
      if (of.kind != ValueKind::script || option.value.form == ValueForm::none) continue;
      std::optional<std::string_view> text = option.value.text;
      if (!of.script_after.empty()) text = after_beginning(of.script_after, *text);
      if (!text) continue;
      has_script = true;
      if (parsed.utility->inner.input == InputUse::script)
        read_own_script(*parsed.utility, std::string(*text));
      else
        add_text(std::string(*text), part_at_ + option.value.argument);
    }
    return has_script;
  }
  bool read_programs(const ParsedInvocation& parsed) {
    // `with` is about the command in the words alone.
    const auto is_given = [&](OptionId id) { return parsed.has(id); };
    if (std::ranges::any_of(parsed.utility->inner.unless, is_given)) return false;
    const auto programs = programs_in(parsed, arguments_.subspan(part_at_));
    for (const std::string_view each : programs) read_program(*parsed.utility, each);
    return !programs.empty();
  }
  void read_program(const Utility& table, std::string_view program) {
    for (std::string& each : effects_of_program(table.language, program).scripts) {
      add_text(std::move(each));
      found_.all.back().has_gaps = true;
    }
  }
  // A script of the program's own commands. In Tcl these look much like those of a shell.
  void read_own_script(const Utility& table, const std::string& text) {
    auto parsed = shell::parse(text);
    if (!parsed) return;
    shell::for_each_simple_command(parsed.tree, [&](const shell::SimpleCommand& command) {
      if (command.words.empty()) return;
      std::vector<std::string> words;
      for (const shell::Word& word : command.words)
        words.push_back(shell::literal_value(word).value_or(shell::print(word)));
      const Utility* subcommand = table.find_subcommand(words.front());
      if (!subcommand) return;
      std::vector<Argument> arguments;
      for (std::size_t i = 1; i < words.size(); ++i) arguments.push_back({words[i], Known::literal});
      CommandsRun within;
      Finder(arguments, nullptr, within).read(*subcommand, 0, arguments.size());
      for (const CommandRun& each : within.all) {
        std::string script = each.text;
        if (each.are_keys) {
          script = typed_text(std::span(words).subspan(each.begin + 1, each.end - each.begin));
        } else {
          for (std::size_t i = each.begin; i < each.end; ++i) {
            const bool is_word = each.form == CommandRun::Form::argv;
            script +=
                (script.empty() ? "" : " ") + (is_word ? shell::print(command.words[i + 1]) : words[i + 1]);
          }
        }
        add_text(std::move(script));
      }
    });
  }

  // find's -exec and its like.
  void read_expression(const ParsedInvocation& parsed, std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at) {
      const Primary* primary = parsed.utility->find_primary(arguments_[at].text);
      if (!primary) continue;
      if (!primary->command) {
        at += primary->arguments;
        continue;
      }
      const std::size_t first = ++at;
      while (at < end && arguments_[at].text != ";" &&
             !(arguments_[at].text == "+" && at > first && arguments_[at - 1].text == "{}"))
        ++at;
      if (at > first) add(CommandRun::Form::argv, first, at).is_of_expression = true;
    }
  }

  void run(const ParsedInvocation& parsed, std::size_t begin, std::size_t end) {
    const InnerRule& rule = parsed.utility->inner;
    if (parsed.inner == InnerForm::script) {
      if (arguments_[begin].text == "-") return;  // trap -: nothing any more
      end = begin + 1;
    }
    std::size_t written = begin;  // the arguments before those that are to be added to each command
    while (written < end && !is_one_of(rule.values, arguments_[written].text) &&
           !is_one_of(rule.value_files, arguments_[written].text))
      ++written;
    const bool by_shell = parsed.inner != InnerForm::argv || (rule.sole_is_script && end - begin == 1);
    CommandRun& command = add(by_shell ? CommandRun::Form::script : CommandRun::Form::argv, begin, written);
    command.are_keys = rule.keys;
  }

  // There is no command: a default runs, or the input is read as commands.
  void read_rest(const Utility& table, const ParsedInvocation& parsed) {
    const InnerRule& rule = table.inner;
    if (!rule.otherwise.empty() && (rule.form == InnerForm::none || parsed.operands.size() >= rule.skip)) {
      std::string words;
      for (const std::string& each : rule.otherwise) words += (words.empty() ? "" : " ") + each;
      add_text(std::move(words));
      found_.all.back().is_default = true;
      return;
    }
    // Not the targets of make.
    const bool are_names = !table.operands.empty() && table.operands.front().role == OperandRole::name;
    const bool names_file = !are_names && std::ranges::any_of(parsed.operands, [&](std::uint32_t operand) {
      const std::string_view text = arguments_[part_at_ + operand].text;
      return text != "-" && text != "/dev/stdin";
    });
    if (names_file) return;
    if (!table.language.empty() && table.inner.form == InnerForm::none) {
      const auto is_input = [](const ParsedOption& each) { return each.value.text == "-"; };  // make -f -
      const bool is_program =
          are_names ? std::ranges::any_of(parsed.options, is_input) : parsed.options.empty();
      if (input_ && is_program) read_program(table, *input_);
      return;
    }
    const bool is_script = rule.input == InputUse::schedule || rule.input == InputUse::script ||
                           (rule.input == InputUse::arguments && rule.form == InnerForm::joined);
    if (!is_script) return;
    found_.runs_input = true;
    if (!input_) return;
    if (rule.input == InputUse::script) return read_own_script(table, *input_);
    add_text(rule.input == InputUse::schedule ? scheduled_commands(*input_) : *input_);
  }

  CommandRun& add(CommandRun::Form form, std::size_t begin, std::size_t end) {
    CommandRun& command = found_.all.emplace_back();
    command.form = form;
    command.begin = static_cast<std::uint32_t>(begin);
    command.end = static_cast<std::uint32_t>(end);
    command.has_input = has_input_;
    command.place = place_;
    // A container is what its own part of the call makes it.
    command.part = part_;
    command.part_at = static_cast<std::uint32_t>(part_at_);
    return command;
  }
  void add_text(std::string text, std::size_t at = 0) {
    CommandRun& command = add(CommandRun::Form::script, 0, 0);
    command.text = std::move(text);
    command.text_at = static_cast<std::uint32_t>(at);
  }

  Arguments arguments_;
  const std::string* input_;
  CommandsRun& found_;
  ParsedInvocation part_;
  std::size_t part_at_ = 0;
  bool has_input_ = true;
  InnerPlace place_ = InnerPlace::here;
};

}  // namespace

bool only_informs(const ParsedInvocation& parsed, Arguments arguments) {
  return std::ranges::any_of(parsed.options, [&](const ParsedOption& each) {
    const Option& option = parsed.utility->options[each.id];
    if (option.repetition == Repetition::exits) return true;
    // Tables that serve to find commands name many options in one: which of them is it?
    const std::string_view written = arguments[each.argument].text;
    const auto is_written = [&](std::string_view name) {
      return each.spelling == Spelling::abbreviated
                 ? is_one_of(option.names, name) && name.starts_with(written)
                 : written == name;
    };
    return is_written("--help") || is_written("--version");
  });
}

std::vector<std::string_view> programs_in(const ParsedInvocation& parsed, Arguments arguments) {
  std::vector<std::string_view> programs;
  const Utility& table = *parsed.utility;
  if (table.language.empty()) return programs;
  for (const ParsedOption& option : parsed.options)
    if (table.options[option.id].kind == ValueKind::program && option.value.form != ValueForm::none)
      programs.push_back(option.value.text);
  for (std::size_t i = 0; i < std::min(table.operands.size(), parsed.operands.size()); ++i) {
    const Operand& operand = table.operands[i];
    const auto is_given = [&](OptionId id) { return parsed.has(id); };
    if (operand.role == OperandRole::program && std::ranges::none_of(operand.unless, is_given))
      programs.push_back(arguments[parsed.operands[i]].text);
  }
  return programs;
}

CommandsRun commands_run_by(const UtilityTables& tables, std::string_view name, Arguments arguments,
                            const std::string* input) {
  CommandsRun found;
  for (const Utility* table : tables.readings(name)) {
    found = {};
    Finder(arguments, input, found).read(*table, 0, arguments.size());
    if (!found.all.empty() || found.runs_input) break;
  }
  return found;
}

ProgramEffects effects_of_programs(const UtilityTables& tables, std::string_view name, Arguments arguments) {
  ProgramEffects all;
  for (const Utility* table : tables.readings(name)) {
    if (table->language.empty()) continue;
    const ParsedInvocation parsed = parse_options(*table, arguments);
    for (const std::string_view program : programs_in(parsed, arguments)) {
      ProgramEffects each = effects_of_program(table->language, program);
      std::ranges::move(each.scripts, std::back_inserter(all.scripts));
      std::ranges::move(each.written, std::back_inserter(all.written));
    }
    break;
  }
  return all;
}

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace assay
