// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>

#include "shared_options.h"
#include "store_commands.h"

namespace assay::cli {

void add_review(CLI::App& app, ReviewRun& options) {
  auto& command = *app.add_subcommand(
      "review", "Walk through the misses of a run; right answers become alternatives in the dataset");
  command.add_option("run", options.run, kRunNames)->type_name(kRunType);
  add_place(command, options.place, kOnlySuite);
  command
      .add_option("--apply", options.decisions,
                  "Take the decisions from a file that report.html made, without asking")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  command
      .add_option("--labels", options.labels,
                  "The file for labels of right and wrong answers, for calibrate; by default "
                  "DATASET.labels.jsonl beside each dataset")
      ->type_name("FILE");
  add_tables(command, options.tables);
}

void add_open(CLI::App& app, OpenRun& options) {
  auto& command = *app.add_subcommand("open", "Open the page of a run in a browser");
  command.add_option("run", options.run, kRunNames)->type_name(kRunType);
  add_place(command, options.place, kOnlySuite);
}

}  // namespace assay::cli
