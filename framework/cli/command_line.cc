// SPDX-License-Identifier: Apache-2.0
#include "command_line.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <iostream>
#include <memory>

#include "assay/internal/text.h"
#include "command_description.h"
#include "conversion.h"
#include "option_fault.h"
#include "store_commands.h"
#include "verbatim.h"

namespace assay::cli {
namespace {

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
         "--man", [&] { answer(manual(describe(app))); }, "The manual page")
      ->trigger_on_parse();
  const auto complete = [&](const std::string& shell) {
    const auto program = describe(app);
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
  CLI::App app("Grades command-line tools that answer natural language.", "assay");
  app.set_version_flag("--version", "assay " ASSAY_VERSION);
  app.require_subcommand(1);
  app.footer(kFooter);
  const auto commands = declare_commands(app);
  add_descriptions(app);
  read_guarded(app);
  for (CLI::App* command : every_command(app)) read_guarded(*command);
  try {
    app.parse(guarded({argv + std::min(argc, 1), argv + argc}, command_names(app)));
    expect_values(app);
  } catch (const CLI::Success& asked) {
    app.exit(asked);
    return [] { return kPassed; };
  } catch (const CLI::ParseError& error) {
    return [status = refuse_arguments(app, error)] { return status; };
  }
  const auto all = every_command(app);
  const auto chosen = std::find(all.begin(), all.end(), app.get_subcommands().front());
  return commands.at(static_cast<std::size_t>(chosen - all.begin()));
}

}  // namespace assay::cli
