#include "command_line.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <iostream>

#include "assay/compare.h"

namespace assay::cli {
namespace {

constexpr const char* kFooter =
    "Exit status: 0 done, equivalent or nothing found; 1 not equivalent, findings or a gate that did not "
    "hold;\n"
    "2 it could not be done; 3 the command line is off.";

constexpr const char* kRunNames =
    "A run: its id or the beginning of it, latest, latest~1, a store (FILE.db or FILE.db:RUN), or a folder "
    "of reports";

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

// Of the text: what is wrong with a gate, in one line.
std::string gate_fault(const std::string& text) try {
  compare_gate_from(text);
  return {};
} catch (const Error& error) {
  return error.problems().front().what + ": " + error.problems().front().next;
}

void add_place(CLI::App& command, RunPlace& place, const std::string& suite) {
  command.add_option("--store", place.store, "The store of runs; otherwise $ASSAY_STORE or assay.db")
      ->type_name("FILE");
  command.add_option("--suite", place.suite, suite)->type_name("NAME");
}

void add_compare(CLI::App& app, CompareRuns& options) {
  auto& command = *app.add_subcommand(
      "compare", "Two runs against each other: what changed, and whether it can be chance");
  command.add_option("a", options.a, kRunNames)->required();
  command.add_option("b", options.b, "The run that is compared with it")->required();
  add_place(command, options.place, "Only runs of this suite have names like latest");
  command.add_option("--fail-on", options.fail_on, "The gate: regression, significant or delta:-0.02")
      ->type_name("RULE")
      ->check(CLI::Validator(gate_fault, ""));
  command.add_flag("--any-dataset", options.any_dataset, "Compare the shared cases of datasets that differ");
  command.add_flag("--strict-chunker-version", options.strict_chunker,
                   "Refuse runs whose chunker versions differ");
  auto* markdown = command.add_flag_callback(
      "--markdown", [&] { options.format = Format::markdown; }, "Markdown instead of text");
  command
      .add_flag_callback(
          "--json", [&] { options.format = Format::json; }, "One JSON object instead of text")
      ->excludes(markdown);
}

void add_run(CLI::App& app, RunDatasets& options) {
  auto& command =
      *app.add_subcommand("run", "Ask a tool all cases of datasets, grade its answers and store the run");
  command.add_option("--dataset", options.datasets, "Dataset files")->required()->type_name("FILE");
  auto* tool = command.add_option("--tool", options.tool, "A tool description, or the name of a known tool")
                   ->type_name("FILE|NAME");
  auto* recorded = command.add_option("--recorded", options.recorded, "Recorded answers instead of a tool")
                       ->type_name("FILE");
  tool->excludes(recorded);
  command.add_option("--levels", options.levels, "Levels of grading, in order: exact, whitespace, canonical")
      ->type_name("NAME")
      ->delimiter(',');
  command.add_option("--min-score", options.min_score, "What a case must score to pass")
      ->check(CLI::Range(0.0, 1.0));
  command
      .add_option("--min-mean", options.min_mean,
                  "Hold where the mean score reaches this, whatever misses there are")
      ->check(CLI::Range(0.0, 1.0));
  command.add_option("--jobs,-j", options.jobs, "Tools that run at once")->check(CLI::Range(1, 1024));
  command.add_option("--repeat", options.repeat, "Attempts of each case")->check(CLI::Range(1, 1000));
  command.add_option("--output", options.output, "A folder: reports are written to runs/<run id> in it")
      ->type_name("DIR");
  command
      .add_option("--resume", options.resume,
                  "Go on with a run that was stopped: what finished is not asked again")
      ->type_name("RUN");
  add_place(command, options.place, "The name of the suite; otherwise that of the dataset");
  command.add_flag("--json", options.json, "The run's metrics as one JSON object instead of text");
  command.callback([&options] {
    if (options.tool.empty() && options.recorded.empty())
      throw CLI::ValidationError("run", "give --tool FILE or --recorded FILE");
  });
}

}  // namespace

Command read_command_line(int argc, char** argv) {
  CLI::App app("Grades command-line tools that answer natural language.", "assay");
  app.set_version_flag("--version", "assay " ASSAY_VERSION);
  app.require_subcommand(1);
  app.footer(kFooter);
  Explain explain;
  Lint lint;
  CompareRuns compare_runs;
  RunDatasets run;
  add_run(app, run);
  add_compare(app, compare_runs);
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
  if (app.got_subcommand("compare")) return compare_runs;
  if (app.got_subcommand("run")) return run;
  return lint;
}

}  // namespace assay::cli
