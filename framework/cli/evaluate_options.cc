// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>

#include "command_line.h"
#include "shared_options.h"

namespace assay::cli {

void add_evaluate(CLI::App& app, EvaluateExamples& options) {
  auto& command = *app.add_subcommand(
      "evaluate", "Count how many generated commands do what was asked for: by text, similarity and a judge");
  command
      .add_option("--data", options.data, "A file of {\"instruction\", \"expected\", \"generated\"} lines")
      ->required()
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  command.add_option("--output-dir", options.output, "A folder for results.jsonl and metrics.json")
      ->type_name("DIR");
  add_settings(command, options.settings);
  for (const char* share : {"--threshold", "--judge-from"})  // there is always a profile
    command.get_option(share)->remove_needs(command.get_option("--profile"));
  limit_cost_of_judge(command);
  add_store(command, options.place);
  command.add_flag("--json", options.json, "metrics.json on standard output instead of text");
}

}  // namespace assay::cli
