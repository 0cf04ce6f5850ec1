// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>

#include "assay/internal/calibration.h"
#include "command_line.h"
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
  command
      .add_option("--columns", options.columns, "The names of the members, such as expected=gold,right=label")
      ->type_name("NAME=NAME");
  command
      .add_option(
          "--rule", options.rule,
          "How the threshold is chosen: precision>=P (Wilson's lower bound reaches P), max-f1 or youden")
      ->type_name("RULE")
      ->check(offered({"precision>=0.95", "max-f1", "youden"}, [](const std::string& text) {
        return threshold_rule_from(text) ? std::string()
                                         : "write precision>=0.95, max-f1 or youden, not " + text;
      }));
  command.add_flag("--undecided", options.undecided, "Leave out pairs that the text levels decide");
  command.add_option("--profile", options.profile, "Write the profile that --calibration of assay run reads")
      ->type_name("FILE");
  command.add_option("--picture", options.picture, "Write the curve and the scores as SVG")
      ->type_name("FILE");
  command.add_option("--seed", options.seed, "The seed of the resamples and folds")
      ->check(CLI::NonNegativeNumber);
  command.add_flag("--json", options.json, "The profile as one JSON object instead of text");
}

}  // namespace assay::cli
