// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/sandbox.h"
#include "assay/internal/worlds.h"
#include "assay/tool.h"
#include "inspect/commands.h"
#include "option_fault.h"
#include "shared_options.h"

namespace assay::cli {
namespace {

std::vector<std::string> ready_world_names() {
  const auto names = worlds::ready_worlds();
  return {names.begin(), names.end()};
}

std::vector<std::string> with_generated(std::vector<std::string> names) {
  names.emplace_back("generated");
  return names;
}

}  // namespace

void add_explain(CLI::App& app, Explain& options) {
  auto& command = *app.add_subcommand("explain", "Explain whether two commands are equivalent, and why");
  auto* a = command.add_option("a", options.a, "A command, as one argument");
  auto* b = command.add_option("b", options.b, "Another command");
  auto* pairs = command.add_option("--pairs", options.pairs,
                                   "A file of {\"id\", \"a\", \"b\"} lines: print one verdict per line, in "
                                   "order; the exit status is 0 for any verdicts");
  add_tables(command, options.tables);
  auto* world = add_valued(command, "--world", "WORLD", options.world,
                           "Run both in this world instead of comparing their texts: a file or a "
                           "folder, a ready world, JSON, or 'generated': worlds that are made for the two")
                    ->check(offered(with_generated(ready_world_names())))
                    ->excludes(pairs);
  add_question(command, options.question)->needs(world);
  const auto userland_fault = [](const std::string& name) {
    return sandbox::is_userland(name) ? std::string() : "there is no userland " + name;
  };
  add_valued(command, "--userland", "NAME|DIR", options.userland,
             "What they find in that world: " + sandbox::userland_list())
      ->needs(world)
      ->check(userland_fault);
  add_valued(command, "--other-userlands", "NAME|DIR", options.other_userlands,
             "Also say what they do under these; the exit status is that of --userland")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->needs(world)
      ->check(userland_fault);
  add_valued(command, "--world-timeout", "SECONDS", options.world_timeout,
             "What the first of them may take, in seconds")
      ->needs(world)
      ->check([](const std::string& text) { return number_fault(text, setting("world_timeout")); });
  add_no_cache(command, [&options] { options.no_cache = true; })->needs(world);
  command.add_flag("--json", options.json, "One JSON object instead of text");
  command.callback([a, b, pairs] {
    if (!pairs->empty() && !a->empty())
      throw CLI::ValidationError("explain", "takes two commands or --pairs FILE, not both");
    if (pairs->empty() && a->empty())
      throw CLI::ValidationError("explain", "give two commands, or --pairs FILE");
    if (pairs->empty() && b->empty())
      throw CLI::ValidationError("explain", "the second command is missing: give two, each as one argument");
  });
}

void add_sandbox(CLI::App& app, RunInSandbox& options) {
  auto& command = *app.add_subcommand("sandbox", "Run a command in a disposable world and show what it did");
  auto* words = command.add_option("command", options.command,
                                   "A command, as one argument for a shell, or a program and its arguments");
  add_valued(command, "--world", "WORLD", options.world,
             "The world: a file or a folder, a ready world, or JSON; default: an empty one")
      ->check(offered(ready_world_names()));
  command
      .add_flag("--check", options.check, "Report what the sandbox can do on this machine, and what it lacks")
      ->excludes(words);
  command.add_flag("--json", options.json, "One JSON object instead of text");
  command.callback([&options] {
    if (!options.check && options.command.empty())
      throw CLI::ValidationError("sandbox", "give a command behind --, or --check");
  });
}

void add_posix(CLI::App& app, CheckPosix& options) {
  auto& command =
      *app.add_subcommand("posix", "Report what in a command is not POSIX, and what to write instead");
  command.add_option("command", options.commands, "Commands, each as one argument")->required();
  add_tables(command, options.tables);
  command.add_flag("--json", options.json, "One JSON object per command instead of text");
}

void add_lint(CLI::App& app, Lint& options) {
  auto& command = *app.add_subcommand("lint", "Report what is wrong or doubtful in a dataset");
  command.add_option("dataset", options.datasets, "Dataset files")->required();
  add_tables(command, options.tables);
  auto* run = command.add_flag(
      "--run", options.run,
      "Also run every accepted command in the world of its case, and report what fails, does "
      "nothing, or differs, and how many of its near misses its worlds tell apart");
  add_question(command, options.question)->needs(run);
  add_no_cache(command, [&options] { options.no_cache = true; })->needs(run);
  auto* findings = add_findings(command, options.findings, "The findings");
  command.add_flag("--json", options.json, "One JSON object per finding instead of text")->excludes(findings);
}

void add_tools(CLI::App& app, ListTools& options) {
  auto& command =
      *app.add_subcommand("tools", "List the ready tool descriptions, or print one as a file to copy");
  std::vector<std::string> names;
  for (const ReadyTool& each : ready_tools()) names.push_back(each.name);
  command.add_option("name", options.name, "The name of a ready description")->check(offered(names));
  command.add_flag("--json", options.json, "One JSON array instead of text");
}

void add_rules(CLI::App& app, ListRules& options) {
  auto& command = *app.add_subcommand("rules", "List the rules of equivalence, or explain some of them");
  auto* names = command.add_option("name", options.names, "Names of rules, as explain prints them");
  auto* json = command.add_flag("--json", options.json, "One JSON array instead of text");
  command.add_flag("--markdown", options.markdown, "All rules, as the tables of docs/equivalence.md")
      ->excludes(names)
      ->excludes(json);
}

}  // namespace assay::cli
