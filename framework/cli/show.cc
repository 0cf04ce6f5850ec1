// SPDX-License-Identifier: Apache-2.0
// `assay show` and `assay report`: show one run again, on the terminal or as files.
#include <iostream>
#include <nlohmann/json.hpp>

#include "assay/internal/console.h"
#include "assay/internal/reports.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/stored_run.h"
#include "assay/internal/text.h"
#include "report_formats.h"
#include "run_summary.h"
#include "shown_case.h"
#include "store_commands.h"
#include "terminal.h"

namespace assay::cli {
namespace {

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw Error(Problem{.where = {folder.string(), 0},
                        .what = "the folder cannot be made: " + error.message(),
                        .next = "choose another one (--output)"});
}

// Every attempt of the case; if several datasets have the id, of each.
int show_case(const RunRows& rows, const ShowRun& asked) {
  bool is_there = false;
  const ResultSource next = rows.open();
  while (const Result* result = next()) {
    if (!is_called(result->asked, asked.only)) continue;
    if (asked.json) {
      std::cout << to_json_line(*result) << "\n";
    } else {
      if (is_there) std::cout << "\n\n";
      write_case(std::cout, *result, terminal_colour());
    }
    is_there = true;
  }
  if (is_there) return kPassed;
  throw Error(Problem{.where = {},
                      .what = "run " + rows.info.run_id + " has no result of a case " + asked.only,
                      .next = "name it as DATASET/ID; assay show lists the misses"});
}

}  // namespace

int perform(const ShowRun& asked) {
  if (!asked.only.empty()) return show_case(find_rows(asked.run, asked.place), asked);
  print_run(view_of(find_rows(asked.run, asked.place)), asked.json);
  return kPassed;
}

int perform(const ReportRun& asked) {
  const RunRows rows = find_rows(asked.run, asked.place);
  if (asked.output.empty()) {
    if (asked.json)
      print_json({{"run_id", rows.info.run_id}, {"markdown", markdown_of(rows)}}, JsonLayout::indented);
    else
      print_report(rows, asked);
    return kPassed;
  }
  make_folder(asked.output);
  ViewOptions options = report_options(rows.info);
  options.trend = find_trend(asked.run, asked.place, rows.info);
  write_run_reports(rows, asked.output, {.junit = dialect_of(asked), .root = std::filesystem::current_path()},
                    options);
  if (asked.json)
    print_json({{"run_id", rows.info.run_id}, {"folder", asked.output.string()}});
  else
    std::cout << one_line(asked.output.string()) << "\n";
  return kPassed;
}

}  // namespace assay::cli
