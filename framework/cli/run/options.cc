// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/dealing.h"
#include "option_fault.h"
#include "run/run.h"
#include "shared_options.h"
#include "store/commands.h"

namespace assay::cli {
namespace {

void add_part(CLI::App& command, CasePart& part) {
  add_valued(command, "--filter", "GLOB", part.filter,
             "Only cases whose dataset.case matches this glob (*, ?, [a-z])");
  add_valued(command, "--tag", "TAG", part.tag, "Only cases with this tag");
  add_valued(command, "--category", "NAME", part.category, "Only cases of this category");
  add_valued(command, "--failed", kRunType, part.failed,
             "Only cases that did not pass in this run (default: the latest)")
      ->expected(0, 1)
      ->default_str("latest");
  auto* shuffle =
      add_valued(command, "--shuffle", "SEED", part.shuffle, "Ask in a random order with this seed")
          ->check([](const std::string& text) { return whole_number_fault(text, 0); });
  add_valued(command, "--order", "ORDER", part.order,
             "dataset: in the order of the datasets; longest: the slowest first, by the latest complete "
             "run of the suite; longest:RUN: by any run; random:SEED: shuffled with a seed")
      ->check(offered({"dataset", "longest", "longest:", "random:"}, order_fault))
      ->excludes(shuffle);
  add_valued(command, "--limit", "N", part.limit, "Only the first N cases")
      ->check([](const std::string& text) { return whole_number_fault(text, 1); });
}

constexpr const char* kTool =
    "A tool description, the name of a known tool, a program, or a command line (with a blank or {prompt} in "
    "it)";
constexpr const char* kSuiteName = "The name of the suite; by default the name of the dataset";

void add_dataset(CLI::App& command, RunDatasets& options) {
  command.add_option("--dataset", options.datasets, "Dataset files")->required()->type_name("FILE");
}

void add_tool(CLI::App& command, RunDatasets& options) {
  auto* tool = add_valued(command, "--tool", "FILE|NAME|COMMAND", options.tool, kTool);
  auto* recorded =
      add_valued(command, "--recorded", "FILE", options.recorded, "Recorded answers instead of a tool");
  tool->excludes(recorded);
  command.callback([&options, name = command.get_name()] {
    if (options.tool.empty() && options.recorded.empty())
      throw CLI::ValidationError(name, "give --tool FILE or --recorded FILE");
  });
}

void add_output(CLI::App& command, RunDatasets& options) {
  add_valued(command, "--output", "DIR", options.output, "Write reports to runs/<run id> in this folder");
  add_keep_outputs(command, options.keep_outputs);
}

void add_sharing(CLI::App& command, RunDatasets& options) {
  add_valued(command, "--shard", "I/N|auto|auto/N|none", options.shard,
             "Ask one part of a run; other processes ask the rest. 3/8: the third of eight; auto: the "
             "part that the task's engine assigns; auto/8: its number, of eight; default $ASSAY_SHARD");
  add_valued(command, "--run-id", "ID", options.run_id,
             "The id of the run, which its shards share; default $ASSAY_RUN_ID, or for shards an id "
             "made from their engine's job")
      ->check(CLI::Validator([](const std::string& id) { return run_id_fault(id); }, ""))
      ->excludes("--resume");
  auto* join = add_valued(command, "--join", "ID", options.join,
                          "Join the workers of this run, or begin it: each takes the next free case; "
                          "needs a store on a server")
                   ->check(CLI::Validator([](const std::string& id) { return run_id_fault(id); }, ""))
                   ->excludes("--resume")
                   ->excludes("--run-id")
                   ->excludes("--shard");
  add_valued(command, "--lease", "SECONDS", options.lease,
             "With --join: the seconds after which other workers get the cases of a worker that is gone; "
             "default 60")
      ->check(CLI::Range(0.1, 86'400.0))
      ->needs(join);
}

}  // namespace

void add_run(CLI::App& app, RunDatasets& options) {
  auto& command = *app.add_subcommand(
      "run", "Ask a tool every case of the datasets, grade its answers and store the run");
  add_dataset(command, options);
  add_tool(command, options);
  add_settings(command, options.settings);
  add_output(command, options);
  add_valued(
      command, "--name", "NAME", options.name,
      "A name for the run, by which compare and other commands find it; the newest run with a name wins")
      ->check(CLI::Validator(run_name_fault, ""));
  add_part(command, options.part);
  add_valued(command, "--resume", kRunType, options.resume,
             "Continue a run that was stopped; finished cases are not asked again");
  add_sharing(command, options);
  add_place(command, options.place, kSuiteName);
  command.add_flag("--json", options.json, "The run's metrics as one JSON object instead of text");
}

void add_matrix(CLI::App& app, RunMatrix& options) {
  auto& command = *app.add_subcommand(
      "matrix", "Ask several tools the same cases, store a run of each, and show them side by side");
  add_dataset(command, options.each);
  add_valued(command, "--tool", "FILE|NAME|COMMAND", options.tools, std::string(kTool) + "; may be repeated")
      ->allow_extra_args(false);
  add_valued(command, "--recorded", "FILE", options.recorded,
             "Recorded answers as a further tool; may be repeated")
      ->allow_extra_args(false);
  add_settings(command, options.each.settings);
  add_output(command, options.each);
  add_part(command, options.each.part);
  add_place(command, options.each.place, kSuiteName);
  add_format(command, options.format);
  command.callback([&options] {
    if (options.tools.size() + options.recorded.size() < 2)
      throw CLI::ValidationError("matrix", "give two tools or more: --tool A --tool B");
  });
}

void add_watch(CLI::App& app, WatchDatasets& options) {
  auto& command = *app.add_subcommand(
      "watch", "Ask a tool, then repeat only what a changed dataset, tool or table affects; store nothing");
  add_dataset(command, options.run);
  add_tool(command, options.run);
  add_settings(command, options.run.settings);
  add_part(command, options.run.part);
  add_store(command, options.run.place);
}

void add_regrade(CLI::App& app, RegradeRun& options) {
  auto& command =
      *app.add_subcommand("regrade", "Grade the answers of a run again, as a new run; no tool is asked");
  add_valued(command, "run", kRunType, options.run, kRunNames)->required();
  add_place(command, options.place, kOnlySuite);
  add_settings(command, options.settings);
  limit_cost_of_judge(command);
  command.add_flag("--json", options.json, "The new run's metrics as one JSON object instead of text");
}

void add_init(CLI::App& app, StartSuite& options) {
  auto& command = *app.add_subcommand(
      "init", "Write a first suite for a tool (two cases, its description, a CMakeLists.txt) and run it");
  add_valued(command, "folder", "DIR", options.folder, "The folder to write; by default the current one");
  add_valued(command, "--tool", "COMMAND|FILE|NAME", options.tool,
             "The tool: a command line ('my-tool {prompt}'), a program, a tool description, or the name "
             "of a known tool")
      ->required();
  add_store(command, options.place);
  command.add_flag("--json", options.json, "The first run's metrics as one JSON object instead of text");
}

}  // namespace assay::cli
