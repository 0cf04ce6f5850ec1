// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>

#include "assay/internal/dealing.h"
#include "option_fault.h"
#include "run/run.h"
#include "shared_options.h"
#include "store/commands.h"

namespace assay::cli {
namespace {

void add_part(CLI::App& command, CasePart& part) {
  command
      .add_option("--filter", part.filter, "Only cases whose dataset.case matches this glob (*, ?, [a-z])")
      ->type_name("GLOB");
  command.add_option("--tag", part.tag, "Only cases with this tag")->type_name("TAG");
  command.add_option("--category", part.category, "Only cases of this category")->type_name("NAME");
  command
      .add_option("--failed", part.failed, "Only cases that did not pass in this run (default: the latest)")
      ->type_name(kRunType)
      ->expected(0, 1)
      ->default_str("latest");
  auto* shuffle = command.add_option("--shuffle", part.shuffle, "Ask in a random order with this seed")
                      ->type_name("SEED")
                      ->check([](const std::string& text) { return whole_number_fault(text, 0); });
  command
      .add_option("--order", part.order,
                  "dataset: in the order of the datasets; longest: the slowest first, by the latest complete "
                  "run of the suite; longest:RUN: by any run; random:SEED: shuffled with a seed")
      ->type_name("ORDER")
      ->check(offered({"dataset", "longest", "longest:", "random:"}, order_fault))
      ->excludes(shuffle);
  command.add_option("--limit", part.limit, "Only the first N cases")
      ->type_name("N")
      ->check([](const std::string& text) { return whole_number_fault(text, 1); });
}

constexpr const char* kTool =
    "A tool description, the name of a known tool, or a command line (with a blank or {prompt} in it)";
constexpr const char* kSuiteName = "The name of the suite; by default the name of the dataset";

void add_dataset(CLI::App& command, RunDatasets& options) {
  command.add_option("--dataset", options.datasets, "Dataset files")->required()->type_name("FILE");
}

void add_tool(CLI::App& command, RunDatasets& options) {
  auto* tool = command.add_option("--tool", options.tool, kTool)->type_name("FILE|NAME|COMMAND");
  auto* recorded = command.add_option("--recorded", options.recorded, "Recorded answers instead of a tool")
                       ->type_name("FILE");
  tool->excludes(recorded);
  command.callback([&options, name = command.get_name()] {
    if (options.tool.empty() && options.recorded.empty())
      throw CLI::ValidationError(name, "give --tool FILE or --recorded FILE");
  });
}

void add_output(CLI::App& command, RunDatasets& options) {
  command.add_option("--output", options.output, "Write reports to runs/<run id> in this folder")
      ->type_name("DIR");
  add_keep_outputs(command, options.keep_outputs);
}

void add_sharing(CLI::App& command, RunDatasets& options) {
  command
      .add_option("--shard", options.shard,
                  "Ask one part of a run; other processes ask the rest. 3/8: the third of eight; auto: the "
                  "part that the task's engine assigns; auto/8: its number, of eight; default $ASSAY_SHARD")
      ->type_name("I/N|auto|auto/N|none");
  command
      .add_option("--run-id", options.run_id,
                  "The id of the run, which its shards share; default $ASSAY_RUN_ID, or for shards an id "
                  "made from their engine's job")
      ->type_name("ID")
      ->check(CLI::Validator([](const std::string& id) { return run_id_fault(id); }, ""))
      ->excludes("--resume");
  auto* join = command
                   .add_option("--join", options.join,
                               "Join the workers of this run, or begin it: each takes the next free case; "
                               "needs a store on a server")
                   ->type_name("ID")
                   ->check(CLI::Validator([](const std::string& id) { return run_id_fault(id); }, ""))
                   ->excludes("--resume")
                   ->excludes("--run-id")
                   ->excludes("--shard");
  command
      .add_option(
          "--lease", options.lease,
          "With --join: the seconds after which other workers get the cases of a worker that is gone; "
          "default 60")
      ->type_name("SECONDS")
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
  command
      .add_option(
          "--name", options.name,
          "A name for the run, by which compare and other commands find it; the newest run with a name wins")
      ->type_name("NAME")
      ->check(CLI::Validator(run_name_fault, ""));
  add_part(command, options.part);
  command
      .add_option("--resume", options.resume,
                  "Continue a run that was stopped; finished cases are not asked again")
      ->type_name(kRunType);
  add_sharing(command, options);
  add_place(command, options.place, kSuiteName);
  command.add_flag("--json", options.json, "The run's metrics as one JSON object instead of text");
}

void add_matrix(CLI::App& app, RunMatrix& options) {
  auto& command = *app.add_subcommand(
      "matrix", "Ask several tools the same cases, store a run of each, and show them side by side");
  add_dataset(command, options.each);
  command.add_option("--tool", options.tools, std::string(kTool) + "; may be repeated")
      ->type_name("FILE|NAME|COMMAND")
      ->allow_extra_args(false);
  command.add_option("--recorded", options.recorded, "Recorded answers as a further tool; may be repeated")
      ->type_name("FILE")
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
  command.add_option("run", options.run, kRunNames)->type_name(kRunType)->required();
  add_place(command, options.place, kOnlySuite);
  add_settings(command, options.settings);
  limit_cost_of_judge(command);
  command.add_flag("--json", options.json, "The new run's metrics as one JSON object instead of text");
}

void add_init(CLI::App& app, StartSuite& options) {
  auto& command = *app.add_subcommand(
      "init", "Write a first suite for a tool (two cases, its description, a CMakeLists.txt) and run it");
  command.add_option("folder", options.folder, "The folder to write; by default the current one")
      ->type_name("DIR");
  command
      .add_option("--tool", options.tool,
                  "The tool: a command line ('my-tool {prompt}'), a program, a tool description, or the name "
                  "of a known tool")
      ->type_name("COMMAND|FILE|NAME")
      ->required();
  add_store(command, options.place);
  command.add_flag("--json", options.json, "The first run's metrics as one JSON object instead of text");
}

}  // namespace assay::cli
