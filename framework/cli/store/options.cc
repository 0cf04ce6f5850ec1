// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "option_fault.h"
#include "shared_options.h"
#include "store/commands.h"
#include "store/report_formats.h"

namespace assay::cli {

void add_compare(CLI::App& app, CompareRuns& options) {
  auto& command =
      *app.add_subcommand("compare", "Compare two runs: what changed, and whether chance explains it");
  add_valued(command, "a", kRunType, options.a, kRunNames)->required();
  command.add_option("b", options.b, "The run to compare with it")->required();
  add_place(command, options.place, "Only look at runs of this suite");
  auto* gate = add_valued(command, "--fail-on", "RULE", options.fail_on,
                          "The gate: regression, significant or delta:-0.02")
                   ->check(offered({"regression", "significant", "delta:"}, gate_fault));
  command
      .add_flag("--allow-missing", options.allow_missing,
                "With --fail-on: cases of a that are gone, or not measured, in b are no regressions")
      ->needs(gate);
  command.add_flag("--any-dataset", options.any_dataset,
                   "Compare the shared cases although a dataset differs, or a world that its cases name");
  command.add_flag("--strict-chunker-version", options.strict_chunker,
                   "Refuse runs whose chunker versions differ");
  add_valued(command, "--html", "FILE", options.page,
             "Also write a page for a browser to this file, or to compare.html")
      ->expected(0, 1)
      ->default_str("compare.html");
  auto* findings = add_findings(command, options.findings, "The regressions alone,");
  add_format(command, options.format)->excludes(findings);
}

void add_runs(CLI::App& app, ListRuns& options) {
  auto& command = *app.add_subcommand("runs", "List the runs of a store, newest first");
  auto* action = command.add_option("action", "export: write the figures of a run instead")
                     ->check(CLI::IsMember({"export"}));
  auto* run = command
                  .add_option_function<std::string>(
                      "run", [&options](const std::string& name) { options.exported = name; },
                      "The run to export: its id or a prefix of it, its name, latest, latest~1")
                  ->type_name(kRunType)
                  ->needs(action);
  auto* figures =
      command
          .add_flag_callback(
              "--figures", [] {}, "With export: the figures of each case, one JSON object per line")
          ->needs(action);
  auto* aggregate = command
                        .add_flag("--aggregate", options.aggregate,
                                  "With export: the sums of the store's shards, for assay merge --aggregates")
                        ->needs(action)
                        ->excludes(figures);
  add_valued(command, "--output", "FILE", options.output, "With export: a file instead of standard output")
      ->needs(action);
  add_place(command, options.place, "Only runs of this suite");
  auto* json = command.add_flag("--json", options.json, "One JSON array instead of text")->excludes(action);
  command.add_flag("--names", options.names, "Print only the names of the newest hundred runs, one per line")
      ->excludes(action)
      ->excludes(json);
  command.callback([&options, action, run, figures, aggregate] {
    if (action->empty()) return;
    if (figures->empty() && aggregate->empty())
      throw CLI::ValidationError("runs export", "say what to export: --figures or --aggregate");
    if (run->empty()) options.exported = "latest";
  });
}

void add_show(CLI::App& app, ShowRun& options) {
  auto& command =
      *app.add_subcommand("show", "Show the summary of a run and its misses, or one case in full");
  add_valued(command, "run", kRunType, options.run, kRunNames);
  add_place(command, options.place, kOnlySuite);
  add_valued(command, "--case", "ID", options.only,
             "Only this case, with every verdict and the tool's complete output");
  command.add_flag("--json", options.json,
                   "JSON instead of text: the run's metrics, or the rows of the case");
}

void add_report(CLI::App& app, ReportRun& options) {
  auto& command =
      *app.add_subcommand("report", "Print the Markdown report of a run, or write all reports into a folder");
  add_valued(command, "run", kRunType, options.run, kRunNames);
  add_place(command, options.place, kOnlySuite);
  auto* folder = add_valued(command, "--output", "DIR", options.output,
                            "A folder for run.json, results.jsonl, metrics.json, junit.xml, report.md "
                            "and report.html; for queries also per_query.jsonl");
  const auto formats = report_formats();
  add_valued(command, "--format", "FORMAT", options.format,
             fmt::format("One report on standard output: {}", fmt::join(formats, ", ")))
      ->check(CLI::IsMember(formats))
      ->excludes(folder);
  command.add_flag("--strict-junit", options.strict_junit,
                   "The JUnit dialect that validates against Jenkins' schema");
  command.add_flag("--json", options.json, "One JSON object instead of text")->excludes("--format");
}

void add_merge(CLI::App& app, MergeStores& options) {
  auto& command = *app.add_subcommand("merge", "Merge all runs of other stores into the store");
  command.add_option("source", options.sources, "Stores, such as those of shards or machines; or aggregates")
      ->required();
  auto* gate =
      command.add_flag("--gate", options.gate,
                       "Apply the gate to the merged run, as assay run does; status 2 if shards are missing");
  add_valued(command, "--run", kRunType, options.run,
             "The run for --gate; default: the only run in the sources")
      ->needs(gate);
  add_valued(command, "--output", "DIR", options.output,
             "Write that run's reports to runs/<run id> in this folder")
      ->needs(gate);
  auto* aggregates = command
                         .add_flag("--aggregates", options.aggregates,
                                   "The sources are aggregates of shards (assay runs export --aggregate); "
                                   "write only the run's metrics.json, and no store")
                         ->excludes(gate);
  add_valued(command, "--metrics", "FILE", options.metrics,
             "With --aggregates: a file instead of standard output")
      ->needs(aggregates);
  add_store(command, options.place);
  aggregates->excludes("--store");
  command.add_flag("--json", options.json, "One JSON object per store instead of text")->excludes(aggregates);
}

void add_gc(CLI::App& app, CollectGarbage& options) {
  auto& command = *app.add_subcommand("gc", "Delete old runs, and outputs that no result refers to");
  command.add_option("--keep", options.keep, "Keep only this many of the newest runs of each suite")
      ->check(CLI::Range(0, 1'000'000));
  command
      .add_option_function<std::string>(
          "--older-than", [&options](const std::string& text) { options.older_than = age_from(text); },
          "Delete runs that are older: 30d, 12h, 8w; with --keep, only runs that match both")
      ->type_name("AGE")
      ->check(CLI::Validator(age_fault, ""));
  add_keep_outputs(command, options.keep_outputs);
  add_place(command, options.place, "Delete only runs and outputs of this suite");
  auto* effects = command.add_flag("--effects", options.effects,
                                   "Delete what is kept of commands in worlds instead, and no run");
  for (auto* other : command.get_options({}))
    if (other->get_name() != "--effects" && other->get_name() != "--help") effects->excludes(other);
  command.add_flag("--json", options.json, "One JSON object instead of text");
}

void add_review(CLI::App& app, ReviewRun& options) {
  auto& command = *app.add_subcommand(
      "review", "Walk through the misses of a run; right answers become alternatives in the dataset");
  add_valued(command, "run", kRunType, options.run, kRunNames);
  add_place(command, options.place, kOnlySuite);
  add_valued(command, "--apply", "FILE", options.decisions,
             "Take the decisions from a file that report.html made, without asking")
      ->check(CLI::ExistingFile);
  add_valued(command, "--labels", "FILE", options.labels,
             "The file for labels of right and wrong answers, for calibrate; by default "
             "DATASET.labels.jsonl beside each dataset");
  add_tables(command, options.tables);
}

void add_open(CLI::App& app, OpenRun& options) {
  auto& command = *app.add_subcommand("open", "Open the page of a run in a browser");
  add_valued(command, "run", kRunType, options.run, kRunNames);
  add_place(command, options.place, kOnlySuite);
}

}  // namespace assay::cli
