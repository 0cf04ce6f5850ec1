// SPDX-License-Identifier: Apache-2.0
// `assay matrix`: asks several tools the same cases one after the other, and compares them.
#include "assay/internal/matrix.h"

#include <algorithm>
#include <iostream>

#include "assay/internal/console.h"
#include "assay/internal/file.h"
#include "assay/internal/json.h"
#include "assay/internal/matrix_text.h"
#include "assay/internal/stored_run.h"
#include "assay/internal/text.h"
#include "run/run.h"

namespace assay::cli {
namespace {

struct Entrant {
  std::string label;
  std::string place;  // as given on the command line
  RunDatasets run;
};

std::vector<Entrant> entrants_of(const RunMatrix& options) {
  std::vector<Entrant> entrants;
  const auto add = [&](std::string place) -> RunDatasets& {
    RunDatasets& run =
        entrants.emplace_back(Entrant{.label = "", .place = std::move(place), .run = options.each}).run;
    run.again = "call assay run on this dataset and tool";
    return run;
  };
  for (const std::string& tool : options.tools) add(tool).tool = tool;
  for (const auto& file : options.recorded) add(file.string()).recorded = file;
  return entrants;
}

bool has_label(const std::vector<Entrant>& entrants, const std::string& label) {
  return std::ranges::any_of(entrants, [&](const Entrant& each) { return each.label == label; });
}

// A tool's own name; if several tools share it, the names given on the command line. Reads all tools first,
// so that an invalid one is not found only after another has been asked for an hour.
void label(std::vector<Entrant>& entrants, const RunDatasets& options) {
  std::vector<Tool> tools;
  for (const Entrant& each : entrants) tools.push_back(read_suite_tool(suite_of(each.run)));
  assay::check_servers(options.settings, tools);
  std::vector<std::string> names;
  for (const Tool& tool : tools) names.push_back(tool.name);
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    const bool is_shared = std::ranges::count(names, names[i]) > 1;
    const std::string& label = is_shared ? entrants[i].place : names[i];
    if (has_label(entrants, label))
      throw Error({entrants[i].place, 0}, "is named twice",
                  "name each tool once; --repeat asks a tool several times");
    entrants[i].label = label;
  }
}

MatrixInput input_of(const Entrant& entrant, const PerformedRun& run) {
  const Store store = open_store({.store = run.store, .suite = ""}, StoreOptions::Access::read);
  return {.label = entrant.label,
          .info = run.view.info,
          .summary = run.view.summary,
          .figures = store.figures(run.view.info.run_id)};
}

bool is_whole(const PerformedRun& run) {
  const Summary& summary = run.view.summary;
  return run.status != kError && summary.all.counts.unmeasured == 0;
}

std::string matrix_text(const Matrix& matrix, Format format) {
  switch (format) {
    case Format::json: return to_json(matrix);
    case Format::markdown: return render_matrix_md(matrix);
    case Format::text: break;
  }
  return render_matrix_text(matrix, {.colour = terminal_colour(), .columns = terminal_columns()});
}

void write_files(const Matrix& matrix, const std::filesystem::path& folder) {
  write_own_file(folder / "matrix.md", render_matrix_md(matrix));
  write_own_file(folder / "matrix.json", to_json(matrix));
  write_own_file(folder / "matrix.html", render_matrix_html(matrix));
}

void print_places(const Matrix& matrix, const RunMatrix& options, const std::filesystem::path& store) {
  std::cout << "\n";
  for (const MatrixRun& run : matrix.runs)
    std::cout << "run " << one_line(run.info.run_id) << "  " << one_line(run.label) << "\n";
  std::cout << "store " << one_line(store.string()) << "\n";
  if (!options.each.output.empty())
    std::cout << "report " << one_line((options.each.output / "matrix.md").string()) << "\npage "
              << one_line((options.each.output / "matrix.html").string()) << "\n";
}

}  // namespace

int perform(const RunMatrix& options) {
  std::vector<Entrant> entrants = entrants_of(options);
  label(entrants, options.each);
  std::vector<MatrixInput> inputs;
  std::filesystem::path store;
  bool all_measured = true;
  for (const Entrant& each : entrants) {
    const PerformedRun run = run_of(each.run);
    if (run.fault) std::cerr << to_string(*run.fault) << "\n";
    store = run.store;
    all_measured = all_measured && is_whole(run);
    inputs.push_back(input_of(each, run));
  }
  const Matrix matrix = matrix_of(std::move(inputs));
  if (!options.each.output.empty()) write_files(matrix, options.each.output);
  std::cout << matrix_text(matrix, options.format);
  if (options.format == Format::text) print_places(matrix, options, store);
  return all_measured ? kPassed : kError;
}

}  // namespace assay::cli
