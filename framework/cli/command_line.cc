// SPDX-License-Identifier: Apache-2.0
#include "command_line.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>

#include "assay/internal/text.h"
#include "command_tree.h"
#include "dataset/commands.h"
#include "inspect/commands.h"
#include "models/commands.h"
#include "option_fault.h"
#include "run/run.h"
#include "shared_options.h"
#include "store/commands.h"

namespace assay::cli {
namespace {

// Extracts the program's commands and options from the argument parser, for the manual page and the shell
// completion.

// From "WORD:{a,b}".
std::vector<std::string> choices_in(const std::string& type) {
  std::vector<std::string> choices;
  const std::size_t open = type.find(":{");
  if (open == type.npos) return choices;
  std::istringstream words(type.substr(open + 2, type.find('}', open) - open - 2));
  for (std::string word; std::getline(words, word, ',');) choices.push_back(word);
  return choices;
}

OptionDescription option_description(const CLI::Option& option) {
  OptionDescription described;
  for (const auto& name : option.get_snames()) described.names.push_back("-" + name);
  for (const auto& name : option.get_lnames()) described.names.push_back("--" + name);
  described.value = described.names.empty() ? option.get_name() : option.get_type_name();  // of a flag: ""
  described.value = described.value.substr(0, described.value.find(':'));  // valid values follow it
  const std::string type = option.get_type_name();
  described.choices = choices_in(type);
  described.listed = option.get_delimiter() != '\0';
  described.takes_run = type.substr(0, type.find(':')) == kRunType;
  described.text = option.get_description();
  described.required = option.get_required();
  described.several = option.get_items_expected_max() > 1;
  return described;
}

// Positional arguments first, as CommandDescription requires.
std::vector<OptionDescription> described_options(const CLI::App& command) {
  std::vector<OptionDescription> options;
  for (const auto* option : command.get_options())
    if (!option->get_group().empty()) options.push_back(option_description(*option));
  std::ranges::stable_partition(options, [](const auto& option) { return option.names.empty(); });
  return options;
}

// `app` with its commands and options; its footer describes the exit statuses.
ProgramDescription program_description(const CLI::App& app) {
  ProgramDescription program{app.get_name(),   ASSAY_VERSION,          app.get_description(),
                             app.get_footer(), described_options(app), {}};
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; }))
    program.commands.push_back(
        {command->get_name(), command->get_description(), described_options(*command)});
  return program;
}

// Arguments that reach their options as they were given. CLI11 takes some apart or drops them: "[a,b]"
// becomes two arguments, "[]" none, and "++" ends a subcommand. What follows "--" it hands to the program
// itself once the subcommand has one operand, so that `assay posix a -- b` would lose b.

constexpr char kGuard = '\x7f';  // CLI11 2.4 lets no name of an option begin with a lower one
const std::string kEndOfOptions = std::string("--") + kGuard;

bool is_in_brackets(std::string_view text) { return text.starts_with('[') && text.ends_with(']'); }

// Where the value begins: behind the name of an option that is given as --name=value or -nvalue.
std::size_t value_in(std::string_view argument) {
  if (argument.starts_with("--")) return std::min(argument.size(), argument.find('=')) + 1;
  return argument.starts_with('-') ? 2 : 0;
}

std::string guarded_argument(std::string argument) {
  const std::size_t value = value_in(argument);
  if (value >= argument.size()) return argument;
  const std::string_view text = std::string_view(argument).substr(value);
  if (text == "++" || text.front() == kGuard || is_in_brackets(text)) argument.insert(value, 1, kGuard);
  return argument;
}

// The form of a validator: changes the value in place, and finds no fault.
std::string remove_guard(std::string& value) {
  if (value == kEndOfOptions) value = "--";  // it was the value of the option before it
  if (value.starts_with(kGuard)) value.erase(0, 1);
  return {};
}

// Makes `command` read arguments that guarded() made. Call after its last option was added.
void read_guarded(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) option->transform(CLI::Validator(remove_guard, ""));
  command.add_flag(kEndOfOptions)->group("");
}

// The arguments for App::parse, which takes them last first. Those that CLI11 would not leave alone begin
// with a guard, a character that hides their form and that options of read_guarded() remove. Behind one of
// the `commands`, the first "--" is replaced by a flag that read_guarded() added, and all that follow are
// operands.
std::vector<std::string> guarded(const std::vector<std::string>& arguments,
                                 const std::vector<std::string>& commands) {
  std::vector<std::string> all;
  bool has_command = false, are_operands = false;
  for (const std::string& argument : arguments) {
    if (are_operands) {
      all.push_back(kGuard + argument);
    } else if (has_command && argument == "--") {
      all.push_back(kEndOfOptions);
      are_operands = true;
    } else {
      all.push_back(guarded_argument(argument));
    }
    has_command = has_command || std::ranges::count(commands, argument) > 0;
  }
  std::ranges::reverse(all);
  return all;
}

// A message about guarded arguments, as the user gave them.
std::string unguarded(std::string message) {
  std::erase(message, kGuard);
  return message;
}

constexpr const char* kVersion = "assay " ASSAY_VERSION;
constexpr const char* kFooter =
    "Exit status: 0 done, equivalent or nothing found; 1 not equivalent, findings or a broken gate;\n"
    "2 it could not be done or decided; 3 usage error.";

// A subcommand bound to its options, which live as long as the subcommand.
template <typename Options>
Command declared(CLI::App& app, void (*declare)(CLI::App&, Options&)) {
  auto options = std::make_shared<Options>();
  declare(app, *options);
  return [options] { return perform(*options); };
}

// In the order in which the parser lists its subcommands.
std::vector<Command> declare_commands(CLI::App& app) {
  return {
      declared(app, add_init),      declared(app, add_run),     declared(app, add_matrix),
      declared(app, add_watch),     declared(app, add_compare), declared(app, add_runs),
      declared(app, add_show),      declared(app, add_open),    declared(app, add_review),
      declared(app, add_report),    declared(app, add_regrade), declared(app, add_import),
      declared(app, add_merge),     declared(app, add_gc),      declared(app, add_explain),
      declared(app, add_lint),      declared(app, add_tools),   declared(app, add_sandbox),
      declared(app, add_calibrate), declared(app, add_rules),   declared(app, add_posix),
      declared(app, add_evaluate),  declared(app, add_label),   declared(app, add_convert),
  };
}

std::vector<CLI::App*> every_command(CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

[[noreturn]] void answer(const std::string& text) {
  std::cout << text;
  throw CLI::Success();
}

// Handled like --help: before the rest is parsed.
void add_descriptions(CLI::App& app) {
  app.add_flag_callback(
         "--man", [&] { answer(manual(program_description(app))); }, "The manual page")
      ->trigger_on_parse();
  const auto complete = [&](const std::string& shell) {
    const auto program = program_description(app);
    answer(shell == "bash"  ? bash_completion(program)
           : shell == "zsh" ? zsh_completion(program)
                            : fish_completion(program));
  };
  app.add_option_function<std::string>("--completion", complete,
                                       "The completion for a shell: bash, zsh or fish")
      ->type_name("SHELL")
      ->check(CLI::IsMember({"bash", "zsh", "fish"}))
      ->trigger_on_parse();
}

std::vector<std::string> command_names(CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* command : every_command(app)) names.push_back(command->get_name());
  return names;
}

// An empty value is often an unset variable of a shell, --shard "$SHARD", and would mean the default.
void expect_values(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options())
    if (option->nonpositional() && option->get_expected_max() > 0 &&
        std::ranges::count(option->results(), "") > 0)
      throw CLI::ValidationError(option->get_name(), "the value is empty: give one, or leave the option out");
  for (const CLI::App* chosen : command.get_subcommands()) expect_values(*chosen);
}

std::string fault_of(CLI::App& app, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  if (chosen.empty() && error.get_name() == "RequiredError")
    return command_fault(app.remaining(), command_names(app));
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::ExtrasError) || chosen.empty())
    return error.what();
  std::vector<std::string> options;
  for (const CLI::Option* option : chosen.front()->get_options())
    if (!option->get_group().empty())
      for (const auto& name : option->get_lnames()) options.push_back("--" + name);
  return argument_fault(app.remaining(true), options);
}

int refuse_arguments(CLI::App& app, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  const std::string help =
      chosen.empty() ? "assay --help" : "assay " + chosen.front()->get_name() + " --help";
  std::cerr << "assay: error: " << one_line(unguarded(fault_of(app, error))) << "\n  next: " << help << "\n";
  return kUsage;
}

}  // namespace

Command read_command_line(int argc, char** argv) {
  // Answered without the tree of commands, and without the exception with which the parser answers: the first
  // one that a static program throws costs twice as much as all the rest of its start.
  if (argc == 2 && std::string_view(argv[1]) == "--version")
    return [] { return std::cout << kVersion << "\n", kPassed; };
  CLI::App app("Grades command-line tools that answer natural language.", "assay");
  app.set_version_flag("--version", kVersion);
  app.require_subcommand(1);
  app.footer(kFooter);
  const auto commands = declare_commands(app);
  add_descriptions(app);
  read_guarded(app);
  for (CLI::App* command : every_command(app)) read_guarded(*command);
  try {
    app.parse(guarded({argv + std::min(argc, 1), argv + argc}, command_names(app)));
    expect_values(app);
  } catch (const CLI::Success& help_or_version) {
    app.exit(help_or_version);
    return [] { return kPassed; };
  } catch (const CLI::ParseError& error) {
    return [status = refuse_arguments(app, error)] { return status; };
  }
  const auto all = every_command(app);
  const auto chosen = std::find(all.begin(), all.end(), app.get_subcommands().front());
  return commands.at(static_cast<std::size_t>(chosen - all.begin()));
}

}  // namespace assay::cli
