#include "command_line.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <iostream>

#include "assay/grading.h"
#include "assay/internal/text.h"
#include "command_description.h"
#include "option_fault.h"

namespace assay::cli {
namespace {

constexpr const char* kFooter =
    "Exit status: 0 done, equivalent or nothing found; 1 not equivalent, findings or a broken gate;\n"
    "2 it could not be done; 3 the command line is off.";

std::string levels_help() { return "Levels of grading, in order: " + built_in_levels_text(); }

constexpr const char* kRunNames =
    "A run: its id or the beginning of it, the name that was given to it, latest, latest~1, a store (FILE.db "
    "or FILE.db:RUN), or a folder "
    "of reports";

CLI::Option* add_tables(CLI::App& command, Places& tables) {
  return command
      .add_option("--tables", tables, "Further utility tables: a file, or a folder of them; again for more")
      ->type_name("PLACE")
      ->allow_extra_args(false)
      ->check(CLI::ExistingPath);
}

template <typename Kept>
CLI::Option* add_question(CLI::App& command, Kept& kept) {
  return command
      .add_option_function<std::string>(
          "--question", [&kept](const std::string& word) { kept = *question_from(word); },
          "equivalent: a right answer does the same as an accepted command; fulfils: it does what was asked "
          "for, as a person would judge it")
      ->type_name("WORD")
      ->check(CLI::IsMember({"equivalent", "fulfils"}));
}

void add_explain(CLI::App& app, Explain& options) {
  auto& command = *app.add_subcommand("explain", "How two commands compare, and why");
  auto* a = command.add_option("a", options.a, "A command, as one argument");
  auto* b = command.add_option("b", options.b, "Another command");
  auto* pairs = command.add_option(
      "--pairs", options.pairs,
      "A file of {\"id\", \"a\", \"b\"} lines: prints one verdict a line, in order, and ends with 0 "
      "whatever they are");
  add_tables(command, options.tables);
  auto* world = command
                    .add_option("--world", options.world,
                                "Run both in this world instead of comparing their texts: a file or a "
                                "folder, a ready world (ready/home), or JSON")
                    ->type_name("WORLD")
                    ->excludes(pairs);
  add_question(command, options.question)->needs(world);
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
  auto& command =
      *app.add_subcommand("sandbox", "Run a command in a disposable world, and show what it did there");
  auto* words = command.add_option("command", options.command,
                                   "A command, as one argument for a shell, or a program and its arguments");
  command
      .add_option(
          "--world", options.world,
          "The world: a file or a folder, a ready world (ready/home), or JSON; otherwise an empty one")
      ->type_name("WORLD");
  command.add_flag("--check", options.check, "Say what this machine can do, and why not more")
      ->excludes(words);
  command.add_flag("--json", options.json, "One JSON object instead of text");
  command.callback([&options] {
    if (!options.check && options.command.empty())
      throw CLI::ValidationError("sandbox", "give a command behind --, or --check");
  });
}

void add_lint(CLI::App& app, Lint& options) {
  auto& command = *app.add_subcommand("lint", "What is wrong or doubtful in a dataset");
  command.add_option("dataset", options.datasets, "Dataset files")->required();
  add_tables(command, options.tables);
  command.add_flag("--run", options.run,
                   "Also run every accepted command in the world of its case, in a sandbox: what fails, does "
                   "nothing, or differs");
  command.add_flag("--json", options.json, "One JSON object a finding instead of text");
}

void add_store(CLI::App& command, RunPlace& place) {
  command.add_option("--store", place.store, "The store of runs; otherwise $ASSAY_STORE or assay.db")
      ->type_name("FILE");
}

void add_place(CLI::App& command, RunPlace& place, const std::string& suite) {
  add_store(command, place);
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

void add_part(CLI::App& command, CasePart& part) {
  command.add_option("--filter", part.filter, "Only cases whose dataset.case this matches: *, ? and [a-z]")
      ->type_name("GLOB");
  command.add_option("--tag", part.tag, "Only cases with this tag")->type_name("TAG");
  command.add_option("--category", part.category, "Only cases of this category")->type_name("NAME");
  command
      .add_option("--failed", part.failed,
                  "Only cases that did not pass in a run; without a name, the latest")
      ->type_name("RUN")
      ->expected(0, 1)
      ->default_str("latest");
  command.add_option("--shuffle", part.shuffle, "Ask in an order that this number decides")
      ->type_name("SEED")
      ->check(CLI::NonNegativeNumber);
  command.add_option("--limit", part.limit, "Only so many of the cases")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
}

void add_exec_levels(CLI::App& command, std::vector<std::string>& levels) {
  command
      .add_option("--exec-level", levels,
                  "A level for --levels that is a program, with its arguments as a shell would read them")
      ->type_name("NAME=PROGRAM")
      ->allow_extra_args(false);
}

void add_run(CLI::App& app, RunDatasets& options) {
  auto& command =
      *app.add_subcommand("run", "Ask a tool all cases of datasets, grade its answers and store the run");
  command.add_option("--dataset", options.datasets, "Dataset files")->required()->type_name("FILE");
  auto* tool =
      command
          .add_option("--tool", options.tool,
                      "A tool description, the name of a known tool, or a command line (with a blank "
                      "or {prompt} in it)")
          ->type_name("FILE|NAME|COMMAND");
  auto* recorded = command.add_option("--recorded", options.recorded, "Recorded answers instead of a tool")
                       ->type_name("FILE");
  tool->excludes(recorded);
  command.add_option("--levels", options.levels, levels_help())->type_name("NAME")->delimiter(',');
  add_exec_levels(command, options.exec_levels);
  add_tables(command, options.tables);
  command.add_option("--min-score", options.min_score, "What a case must score to pass")
      ->check(CLI::Validator(share_fault, ""));
  add_question(command, options.question);
  command
      .add_option("--min-mean", options.min_mean,
                  "Hold where the mean score reaches this, whatever misses there are")
      ->check(CLI::Validator(share_fault, ""));
  command.add_option("--jobs,-j", options.jobs, "Cases under way at once")->check(CLI::Range(1, 1024));
  command
      .add_option("--grading-jobs", options.grading_jobs,
                  "Answers graded at once, of those; otherwise as many as there are cores")
      ->check(CLI::Range(1, 1024));
  command.add_option("--repeat", options.repeat, "Attempts of each case")->check(CLI::Range(1, 1000));
  command.add_option("--output", options.output, "A folder: reports are written to runs/<run id> in it")
      ->type_name("DIR");
  command
      .add_option("--name", options.name,
                  "A name for the run, by which compare and others find it: the newest of that name")
      ->type_name("NAME")
      ->check(CLI::Validator(run_name_fault, ""));
  add_part(command, options.part);
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

constexpr const char* kOnlySuite = "Only runs of this suite have names like latest";

void add_runs(CLI::App& app, ListRuns& options) {
  auto& command = *app.add_subcommand("runs", "The runs of a store, newest first");
  add_place(command, options.place, "Only runs of this suite");
  command.add_flag("--json", options.json, "One JSON array instead of text");
}

void add_show(CLI::App& app, ShowRun& options) {
  auto& command = *app.add_subcommand("show", "The summary of a run: its figures, and what it missed");
  command.add_option("run", options.run, kRunNames);
  add_place(command, options.place, kOnlySuite);
  command.add_flag("--json", options.json, "The run's metrics as one JSON object instead of text");
}

void add_report(CLI::App& app, ReportRun& options) {
  auto& command =
      *app.add_subcommand("report", "The reports of a run: Markdown, or all of them into a folder");
  command.add_option("run", options.run, kRunNames);
  add_place(command, options.place, kOnlySuite);
  command
      .add_option("--output", options.output,
                  "A folder for run.json, results.jsonl, metrics.json, junit.xml and report.md; of queries "
                  "per_query.jsonl too")
      ->type_name("DIR");
  command.add_flag("--strict-junit", options.strict_junit,
                   "The JUnit dialect that validates against Jenkins' schema");
  command.add_flag("--json", options.json, "One JSON object instead of text");
}

void add_regrade(CLI::App& app, RegradeRun& options) {
  auto& command =
      *app.add_subcommand("regrade", "Grade the answers of a run again, as a new run; no tool is asked");
  command.add_option("run", options.run, kRunNames)->required();
  add_place(command, options.place, kOnlySuite);
  command.add_option("--levels", options.levels, levels_help())->type_name("NAME")->delimiter(',');
  add_exec_levels(command, options.exec_levels);
  add_tables(command, options.tables);
  command.add_option("--min-score", options.min_score, "What a case must score to pass")
      ->check(CLI::Validator(share_fault, ""));
  add_question(command, options.question);
  command.add_flag("--json", options.json, "The new run's metrics as one JSON object instead of text");
}

void add_import(CLI::App& app, ImportRuns& options) {
  auto& command = *app.add_subcommand(
      "import", "Take finished runs, or answers that were recorded elsewhere, into the store");
  command
      .add_option("source", options.sources,
                  "Folders with run.json and results.jsonl, or the latter; with --dataset: recorded answers")
      ->required();
  auto* dataset = command.add_option("--dataset", options.datasets, "Datasets to grade recorded answers by")
                      ->type_name("FILE")
                      ->allow_extra_args(false);
  command.add_option("--levels", options.levels, levels_help())
      ->type_name("NAME")
      ->delimiter(',')
      ->needs(dataset);
  add_tables(command, options.tables)->needs(dataset);
  command.add_option("--min-score", options.min_score, "What a case must score to pass")
      ->check(CLI::Validator(share_fault, ""))
      ->needs(dataset);
  add_question(command, options.question)->needs(dataset);
  add_place(command, options.place, "Call the suite of these runs so");
  command.add_flag("--json", options.json, "One JSON object a run, a line each, instead of text");
}

void add_merge(CLI::App& app, MergeStores& options) {
  auto& command = *app.add_subcommand("merge", "Take all runs of other stores into the store");
  command.add_option("source", options.sources, "Stores, as of shards or machines")->required();
  add_store(command, options.place);
  command.add_flag("--json", options.json, "One JSON object a store instead of text");
}

void add_gc(CLI::App& app, CollectGarbage& options) {
  auto& command = *app.add_subcommand("gc", "Forget old runs, and outputs that no result refers to");
  command.add_option("--keep", options.keep, "Forget all but so many of the newest runs of each suite")
      ->check(CLI::Range(0, 1'000'000));
  add_place(command, options.place, "Forget runs of this suite alone");
  command.add_flag("--json", options.json, "One JSON object instead of text");
}

void add_tools(CLI::App& app, ListTools& options) {
  auto& command =
      *app.add_subcommand("tools", "The ready tool descriptions, or one of them as a file to copy");
  command.add_option("name", options.name, "Of a ready description");
  command.add_flag("--json", options.json, "One JSON array instead of text");
}

// Every command with its options, as the library fills them.
struct Options {
  RunDatasets run;
  CompareRuns compare;
  ListRuns runs;
  ShowRun show;
  ReportRun report;
  RegradeRun regrade;
  ImportRuns import;
  MergeStores merge;
  CollectGarbage gc;
  Explain explain;
  Lint lint;
  ListTools tools;
  RunInSandbox sandbox;

  void add_to(CLI::App& app) {
    add_run(app, run);
    add_compare(app, compare);
    add_runs(app, runs);
    add_show(app, show);
    add_report(app, report);
    add_regrade(app, regrade);
    add_import(app, import);
    add_merge(app, merge);
    add_gc(app, gc);
    add_explain(app, explain);
    add_lint(app, lint);
    add_tools(app, tools);
    add_sandbox(app, sandbox);
  }

  Command named(const std::string& name) {
    if (name == "run") return std::move(run);
    if (name == "compare") return std::move(compare);
    if (name == "runs") return std::move(runs);
    if (name == "show") return std::move(show);
    if (name == "report") return std::move(report);
    if (name == "regrade") return std::move(regrade);
    if (name == "import") return std::move(import);
    if (name == "merge") return std::move(merge);
    if (name == "gc") return std::move(gc);
    if (name == "explain") return std::move(explain);
    if (name == "lint") return std::move(lint);
    if (name == "sandbox") return std::move(sandbox);
    return std::move(tools);
  }
};

[[noreturn]] void answer(const std::string& text) {
  std::cout << text;
  throw CLI::Success();
}

// Answered as --help is: before the rest is looked at.
void add_descriptions(CLI::App& app) {
  app.add_flag_callback(
         "--man", [&] { answer(manual(describe(app))); }, "The manual page")
      ->trigger_on_parse();
  const auto complete = [&](const std::string&) { answer(bash_completion(describe(app))); };
  app.add_option_function<std::string>("--completion", complete, "The completion for a shell: bash")
      ->type_name("SHELL")
      ->check(CLI::IsMember({"bash"}))
      ->trigger_on_parse();
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

int refuse(const CLI::App& app, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  const std::string help =
      chosen.empty() ? "assay --help" : "assay " + chosen.front()->get_name() + " --help";
  const bool has_no_command = chosen.empty() && error.get_name() == "RequiredError";
  const std::string what = has_no_command ? command_fault(app.remaining(), command_names(app)) : error.what();
  std::cerr << "assay: error: " << one_line(what) << "\n  next: " << help << "\n";
  return kUsage;
}

}  // namespace

Command read_command_line(int argc, char** argv) {
  CLI::App app("Grades command-line tools that answer natural language.", "assay");
  app.set_version_flag("--version", "assay " ASSAY_VERSION);
  app.require_subcommand(1);
  app.footer(kFooter);
  Options options;
  options.add_to(app);
  add_descriptions(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {
    app.exit(asked);
    return Done{kHeld};
  } catch (const CLI::ParseError& error) {
    return Done{refuse(app, error)};
  }
  return options.named(app.get_subcommands().front()->get_name());
}

}  // namespace assay::cli
