// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/calibration.h"
#include "models/commands.h"
#include "shared_options.h"

namespace assay::cli {

void add_calibrate(CLI::App& app, Calibrate& options) {
  auto& command = *app.add_subcommand(
      "calibrate", "Find the threshold of a similarity model from pairs that people labelled");
  command
      .add_option("pairs", options.pairs, "Files of {\"expected\", \"generated\", \"right\", \"task\"} lines")
      ->required()
      ->check(CLI::ExistingFile);
  add_settings(command, options.settings);
  command
      .add_option_function<std::string>(
          "--pooling", [&options](const std::string& word) { options.pooling = pooling_from(word); },
          "The vector of a text: the first token's (cls), or the mean; default: the model's setting")
      ->type_name("NAME")
      ->check(CLI::IsMember({"cls", "mean"}))
      ->needs("--model");
  add_valued(command, "--columns", "NAME=NAME", options.columns,
             "The names of the members, such as expected=gold,right=label");
  add_valued(command, "--rule", "RULE", options.rule,
             "How the threshold is chosen: precision>=P (Wilson's lower bound reaches P), max-f1 or youden")
      ->check(offered({"precision>=0.95", "max-f1", "youden"}, [](const std::string& text) {
        return threshold_rule_from(text) ? std::string()
                                         : "write precision>=0.95, max-f1 or youden, not " + text;
      }));
  command.add_flag("--undecided", options.undecided, "Leave out pairs that the text levels decide");
  add_valued(command, "--profile", "FILE", options.profile,
             "Write the profile that --calibration of assay run reads");
  add_valued(command, "--picture", "FILE", options.picture, "Write the curve and the scores as SVG");
  command.add_option("--seed", options.seed, "The seed of the resamples and folds")
      ->check(CLI::NonNegativeNumber);
  command.add_flag("--json", options.json, "The profile as one JSON object instead of text");
}

void add_evaluate(CLI::App& app, EvaluateExamples& options) {
  auto& command = *app.add_subcommand(
      "evaluate", "Count how many generated commands do what was asked for: by text, similarity and a judge");
  command
      .add_option("--data", options.data, "A file of {\"instruction\", \"expected\", \"generated\"} lines")
      ->required()
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  add_valued(command, "--output-dir", "DIR", options.output, "A folder for results.jsonl and metrics.json");
  add_settings(command, options.settings);
  for (const char* share : {"--threshold", "--judge-from"})  // there is always a profile
    command.get_option(share)->remove_needs(command.get_option("--profile"));
  limit_cost_of_judge(command);
  add_store(command, options.place);
  command.add_flag("--json", options.json, "metrics.json on standard output instead of text");
}

void add_label(CLI::App& app, LabelExamples& options) {
  auto& command = *app.add_subcommand(
      "label", "Check verdicts against people: draw examples to label, and score the labels");
  command
      .add_option_function<std::string>(
          "action",
          [&options](const std::string& word) {
            using Action = LabelExamples::Action;
            options.action = word == "score" ? Action::score : Action::sample;
          },
          "sample: draw examples from results.jsonl; score: count the labels of one or two reviewers")
      ->required()
      ->check(CLI::IsMember({"sample", "score"}));
  auto* files = command
                    .add_option("files", options.files,
                                "results.jsonl of assay evaluate; to score, the reviewers' files")
                    ->required()
                    ->expected(1, 2)
                    ->check(CLI::ExistingFile);
  command
      .add_option("--key", options.key,
                  "The key file, which says what each example is; reviewers must not read it")
      ->required()
      ->type_name("FILE");
  auto* output =
      add_valued(command, "--output", "FILE", options.output, "The file for the examples to label");
  command.add_option("--size", options.size, "How many examples to draw")->check(CLI::PositiveNumber);
  command.add_option("--seed", options.seed, "The seed of the draw")->check(CLI::NonNegativeNumber);
  command.add_flag("--json", options.json, "With score: one JSON object instead of text");
  command.callback([&options, files, output] {
    const bool is_sample = options.action == LabelExamples::Action::sample;
    if (is_sample && output->empty()) throw CLI::ValidationError("label sample", "--output FILE is missing");
    if (is_sample && files->count() != 1)
      throw CLI::ValidationError("label sample", "takes one file of results");
    if (!is_sample && !output->empty())
      throw CLI::ValidationError("label score", "writes no file: --output is of sample");
  });
}

}  // namespace assay::cli
