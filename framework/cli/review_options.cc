#include <CLI/App.hpp>

#include "command_line.h"
#include "shared_options.h"

namespace assay::cli {

void add_review(CLI::App& app, ReviewRun& options) {
  auto& command = *app.add_subcommand(
      "review", "The misses of a run one by one: answers that are right become accepted ones of the dataset");
  command.add_option("run", options.run, kRunNames);
  add_place(command, options.place, kOnlySuite);
  command
      .add_option("--apply", options.decisions,
                  "Ask nothing: take the decisions from a file that report.html made")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  command
      .add_option("--labels", options.labels,
                  "Where it is written which answers are right and wrong, for calibrate; otherwise "
                  "DATASET.labels.jsonl beside each dataset")
      ->type_name("FILE");
  add_tables(command, options.tables);
}

void add_open(CLI::App& app, OpenRun& options) {
  auto& command = *app.add_subcommand("open", "The page of a run in a browser");
  command.add_option("run", options.run, kRunNames);
  add_place(command, options.place, kOnlySuite);
}

}  // namespace assay::cli
