#include "command_line.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <iostream>

namespace assay::cli {
namespace {

constexpr const char* kFooter =
    "Exit status: 0 done, equivalent or nothing found; 1 not equivalent, findings or a gate that did not "
    "hold;\n"
    "2 it could not be done; 3 the command line is off.";

void add_explain(CLI::App& app, Explain& options) {
  auto& command = *app.add_subcommand("explain", "How two commands compare, and why");
  auto* a = command.add_option("a", options.a, "A command, as one argument");
  auto* b = command.add_option("b", options.b, "Another command")->needs(a);
  auto* pairs =
      command.add_option("--pairs", options.pairs,
                         "A file of {\"id\", \"a\", \"b\"} lines: prints one verdict a line, in order");
  a->needs(b);
  pairs->excludes(a)->excludes(b);
  command.add_option("--tables", options.tables, "A folder with further utility tables")
      ->check(CLI::ExistingDirectory);
  command.add_flag("--json", options.json, "One JSON object instead of text");
  command.callback([&options] {
    if (options.pairs.empty() && options.b.empty() && options.a.empty())
      throw CLI::ValidationError("explain", "give two commands, or --pairs FILE");
  });
}

void add_lint(CLI::App& app, Lint& options) {
  auto& command = *app.add_subcommand("lint", "What is wrong or doubtful in a dataset");
  command.add_option("dataset", options.datasets, "Dataset files")->required();
  command.add_option("--tables", options.tables, "A folder with further utility tables")
      ->check(CLI::ExistingDirectory);
  command.add_flag("--json", options.json, "One JSON object a finding instead of text");
}

}  // namespace

Command read_command_line(int argc, char** argv) {
  CLI::App app("Grades command-line tools that answer natural language.", "assay");
  app.set_version_flag("--version", "assay " ASSAY_VERSION);
  app.require_subcommand(1);
  app.footer(kFooter);
  Explain explain;
  Lint lint;
  add_explain(app, explain);
  add_lint(app, lint);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {
    app.exit(asked);
    return Done{kHeld};
  } catch (const CLI::ParseError& error) {
    std::cerr << "assay: error: " << error.what() << "\n  next: assay --help\n";
    return Done{kUsage};
  }
  if (app.got_subcommand("explain")) return explain;
  return lint;
}

}  // namespace assay::cli
