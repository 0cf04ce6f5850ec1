// SPDX-License-Identifier: Apache-2.0
#include "run_summary.h"

#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "assay/internal/console.h"
#include "assay/internal/metrics_json.h"
#include "assay/internal/text.h"
#include "command_line.h"
#include "terminal.h"

namespace assay::cli {
namespace {

void print_view(const RunView& view) {
  std::ostringstream text;
  write_metrics(text, view.info, view.summary, view.retrieval, view.safety, view.evaluation);
  if (!view.labels) {
    std::cout << text.view();
    return;
  }
  auto json = nlohmann::ordered_json::parse(text.view());
  json["labels"] = nlohmann::ordered_json::parse(to_json(*view.labels));
  print_json(json, JsonLayout::indented);
}

}  // namespace

void print_run(const RunView& view, bool json, const std::filesystem::path& folder) {
  if (json) return print_view(view);
  ConsoleOptions options;
  options.colour = terminal_colour();
  options.columns = terminal_columns();
  options.folder = folder.string();
  options.rerun = ConsoleOptions::Rerun::none;
  std::ostringstream text;
  write_console(text, view, options);
  std::cout << text.view().substr(0, text.view().find_last_not_of('\n') + 1) << "\n";
  if (view.labels) std::cout << "\n" << describe(*view.labels) << "\n";
  std::cout << "\nrun " << one_line(view.info.run_id)
            << (view.info.name.empty() ? "" : ", named " + one_line(view.info.name)) << "\n";
}

}  // namespace assay::cli
