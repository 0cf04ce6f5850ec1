// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>

#include "command_line.h"

namespace assay::cli {

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
      command.add_option("--output", options.output, "The file for the examples to label")->type_name("FILE");
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
