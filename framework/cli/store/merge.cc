// SPDX-License-Identifier: Apache-2.0
// Merges stores of shards and machines into one, and applies the gate to the run they are parts of.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "assay/internal/dealing.h"
#include "assay/internal/file.h"
#include "assay/internal/metrics_json.h"
#include "assay/internal/run_folder.h"
#include "assay/internal/shard_aggregate.h"
#include "assay/internal/stored_run.h"
#include "assay/internal/text.h"
#include "run/run.h"
#include "store/commands.h"
#include "terminal.h"

namespace assay::cli {
namespace {

// Merging a store into itself would deadlock.
void expect_another(const std::filesystem::path& source, const std::filesystem::path& store) {
  std::error_code unknown;
  if (source == store || std::filesystem::equivalent(source, store, unknown))
    throw Error(Problem{.where = {source.string(), 0},
                        .what = "is the store that others are merged into",
                        .next = "name the other stores, and this one by --store"});
}

void expect_no_aggregate(const std::filesystem::path& source) {
  std::error_code unknown;  // reading a pipe might wait for ever
  if (std::filesystem::is_regular_file(source, unknown) && std::ifstream(source).peek() == '{')
    throw Error(Problem{.where = {source.string(), 0},
                        .what = "is no store, but perhaps the aggregate of a shard",
                        .next = "merge aggregates with --aggregates"});
}

// Each run with the first source that has it.
using SourceOfRun = std::map<std::string, std::filesystem::path>;

// What is to be merged, without the stores that are empty, as one of a shard that was killed at once may be:
// the others are merged nevertheless, and the gate names the missing shard.
struct Sources {
  std::vector<std::filesystem::path> stores;
  SourceOfRun runs;
};

Sources sources_named(const std::vector<std::filesystem::path>& named) {
  Sources sources;
  std::vector<Problem> empty;
  for (const auto& source : named) try {
      expect_no_aggregate(source);
      for (auto& run : Store({.file = source, .access = StoreOptions::Access::read}).run_ids())
        sources.runs.emplace(std::move(run), source);
      sources.stores.push_back(source);
    } catch (const EmptyStore& error) {
      empty.push_back(error.problems().front());
    }
  if (sources.stores.empty()) throw Error(std::move(empty));
  for (const auto& problem : empty) std::cerr << to_string(problem) << "\n";
  return sources;
}

// Without --run there must be only one candidate: the gate of another run would say nothing about this one.
void expect_one_run(const SourceOfRun& runs) {
  if (runs.size() == 1) return;
  std::string names;
  for (const auto& [run, source] : runs)
    names +=
        (names.empty() ? ": " : ", ") + fmt::format("{} (in {})", one_line(run), one_line(source.string()));
  throw Error(Problem{
      .where = {},
      .what = fmt::format("--gate: the stores have {} runs, and the gate is of one{}", runs.size(), names),
      .next = "merge the shards of one run, or name it: --run RUN"});
}

void take_store(Store& store, const std::filesystem::path& source, bool json) {
  const auto counts = store.merge(source);
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
  if (counts.results_dropped > 0)
    std::cerr << fmt::format(
        "{}: note: results for cases that have one already are left out: {}; the first ones count\n",
        one_line(source.string()), counts.results_dropped);
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
      throw Error(Problem{.where = {output.string(), 0},
                          .what = "is one of the aggregates to merge",
                          .next = "name another file to write (--metrics)"});
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
  Store store = open_store(options.place, StoreOptions::Access::write);
  for (const auto& source : options.sources) expect_another(source, store.file());
  const auto [sources, runs] = sources_named(options.sources);
  if (options.gate && options.run.empty()) expect_one_run(runs);
  for (const auto& source : sources) take_store(store, source, options.json);
  if (!options.gate) {
    for (const auto& [run, source] : runs)
      if (const RunInfo info = store.load_info(run); !missing_shards(info.shards).empty())
        name_missing(info, options.json);
    return sources.size() == options.sources.size() ? kPassed : kError;
  }
  const auto run = options.run.empty() ? runs.begin()->first : store.resolve(options.run, "", Latest::any);
  const RunInfo info = store.load_info(run);
  // Without reports, the figures of a part would only hide what is missing.
  if (options.output.empty() && !missing_shards(info.shards).empty()) {
    name_missing(info, options.json);
    return kError;
  }
  const auto merged = merged_run(std::move(store), info, options.output);
  const PerformedRun judged = perform_run(*merged, terminal_sink(options.json));
  print_run(judged, options.json);
  return judged.status;
}

}  // namespace assay::cli
