// SPDX-License-Identifier: Apache-2.0
// Merges stores of shards and machines into one, and applies the gate to the run they are parts of.
#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "assay/internal/dealing.h"
#include "assay/internal/file.h"
#include "assay/internal/metrics_json.h"
#include "assay/internal/shard_aggregate.h"
#include "assay/internal/text.h"
#include "run/run.h"
#include "store/commands.h"
#include "terminal.h"

namespace assay::cli {
namespace {

void print_taken(const std::filesystem::path& source, const MergeCounts& counts, bool json) {
  if (json)
    print_json({{"from", source.string()},
                {"runs_added", counts.runs_added},
                {"runs_joined", counts.runs_joined},
                {"results_added", counts.results_added},
                {"results_dropped", counts.results_dropped}});
  else
    std::cout << fmt::format("{}: {} added, {} joined, {} added\n", one_line(source.string()),
                             counted(counts.runs_added, "run"), counts.runs_joined,
                             counted(counts.results_added, "result"));
}

// REQUIRES: shards are missing.
void name_missing(const RunInfo& info, bool json) {
  if (!json) {
    std::cout << missing_shards_text(info);
    return;
  }
  const auto missing = missing_shards(info.shards);
  std::vector<std::string> commands;
  for (const std::size_t number : missing) commands.push_back(command_for_shard(info, number));
  print_json({{"run_id", info.run_id},
              {"shards", info.shards.count},
              {"missing_shards", missing},
              {"commands", commands}});
}

void write_merged_metrics(std::ostream& out, const MergedAggregates& merged) {
  const RunFigures& figures = merged.figures;
  write_metrics(out, merged.info, figures.summary, figures.retrieval, figures.safety, figures.evaluation);
}

void expect_no_source(const std::filesystem::path& output, const MergeStores& options) {
  std::error_code unknown;
  for (const auto& source : options.sources)
    if (source == output || std::filesystem::equivalent(source, output, unknown))
      throw Error({output.string(), 0}, "is one of the aggregates to merge",
                  "name another file to write (--metrics)");
}

// Reads no rows and stores nothing.
int merge_sums(const MergeStores& options) {
  expect_no_source(options.metrics, options);
  const MergedAggregates merged = merge_aggregates(options.sources);
  if (options.metrics.empty()) {
    write_merged_metrics(std::cout, merged);
  } else {
    AtomicFile file(options.metrics);
    write_merged_metrics(file.out(), merged);
    file.commit();
  }
  const Summary& all = merged.figures.summary;
  if (!missing_shards(merged.info.shards).empty())
    std::cerr << "error: " << missing_shards_text(merged.info);
  else if (!all.complete)
    std::cerr << fmt::format(
        "error: run {} has results for {} of its {} cases\n  next: export a shard again "
        "that has lost some, or ask the missing cases\n",
        merged.info.run_id, all.present, merged.info.expected);
  else
    return kPassed;
  return kError;
}

}  // namespace

int perform(const MergeStores& options) {
  if (options.aggregates) return merge_sums(options);
  const RunSink sink = terminal_sink(options.json);
  const auto purpose = options.gate && options.run.empty() ? MergedFor::judging : MergedFor::keeping;
  auto [store, runs, lacks_source] = merge_stores(
      options.sources, options.place, purpose, sink,
      [&](const auto& source, const MergeCounts& counts) { print_taken(source, counts, options.json); });
  if (!options.gate) {
    for (const auto& [run, source] : runs)
      if (const RunInfo info = store.load_info(run); !missing_shards(info.shards).empty())
        name_missing(info, options.json);
    return lacks_source ? kError : kPassed;
  }
  const auto run = options.run.empty() ? runs.begin()->first : store.resolve(options.run, "", Latest::any);
  const RunInfo info = store.load_info(run);
  // Without reports, the figures of a part would only hide what is missing.
  if (options.output.empty() && !missing_shards(info.shards).empty()) {
    name_missing(info, options.json);
    return kError;
  }
  const auto merged = merged_run(std::move(store), info, options.output);
  const PerformedRun judged = perform_run(*merged, sink);
  print_run(judged, options.json);
  return judged.status;
}

}  // namespace assay::cli
