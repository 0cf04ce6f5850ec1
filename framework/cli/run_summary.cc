#include "run_summary.h"

#include <iostream>
#include <sstream>

#include "assay/console.h"
#include "assay/metrics_json.h"
#include "command_line.h"
#include "terminal.h"

namespace assay::cli {
namespace {

void print_json(const Run& run) { write_metrics(std::cout, run.info, summarise(run), retrieval_of(run)); }

}  // namespace

void print_run(const Run& run, bool json, const std::filesystem::path& folder) {
  if (json) return print_json(run);
  ConsoleOptions options;
  options.colour = terminal_colour();
  options.folder = folder.string();
  options.rerun = ConsoleOptions::Rerun::none;
  std::ostringstream text;
  write_console(text, run, options);
  std::cout << text.view().substr(0, text.view().find_last_not_of('\n') + 1) << "\n";
  std::cout << "\nrun " << run.info.run_id << "\n";
}

int status_of(const Run& run) {
  const auto summary = summarise(run);
  const auto& counts = summary.all.counts;
  if (run.info.gate == "mean") {
    const auto [low, high] = summary.score_bounds.value_or(Interval{});
    if (summary.complete && low >= run.info.min_mean) return kHeld;
    return high < run.info.min_mean ? kNot : kNotComparable;
  }
  if (counts.miss > 0) return kNot;
  return counts.unmeasured > 0 || !summary.complete ? kNotComparable : kHeld;
}

}  // namespace assay::cli
