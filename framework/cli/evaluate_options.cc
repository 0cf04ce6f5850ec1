// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>

#include "command_line.h"
#include "option_fault.h"
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
  command
      .add_option("--threshold", options.threshold,
                  "The similarity at which two commands count as similar: 0.90 strict, 0.80, 0.70 lenient")
      ->check(CLI::Validator(share_fault, ""));
  command.add_option("--judge-from", options.judge_from, "The similarity below which the judge is not asked")
      ->check(CLI::Validator(share_fault, ""));
  add_profile(command, [&options](EvaluationProfile profile) { options.profile = profile; });
  command.add_option("--output-dir", options.output, "A folder for results.jsonl and metrics.json")
      ->type_name("DIR");
  add_tables(command, options.tables);
  add_model(command, options.model);
  auto* judge = add_judge(command, options.judge);
  add_max_cost(command, options.judge, "the judge")->needs(judge);
  add_store(command, options.place);
  command.add_flag("--json", options.json, "metrics.json on standard output instead of text");
}

}  // namespace assay::cli
