// What is done to whole stores: stores joined, old runs forgotten.
#include <fmt/format.h>

#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "assay/internal/store_metrics.h"
#include "assay/internal/text.h"
#include "stored_run.h"
#include "terminal.h"

namespace assay::cli {
namespace {

// Newest first; all but the first `keep` of each suite.
std::vector<StoredRun> older_runs(const Store& store, std::size_t keep, const std::string& suite) {
  std::map<std::string, std::size_t> kept;
  std::vector<StoredRun> older;
  for (auto& run : store.list_runs(suite))
    if (kept[run.suite]++ >= keep) older.push_back(std::move(run));
  return older;
}

// It would wait for itself.
void expect_another(const std::filesystem::path& source, const std::filesystem::path& store) {
  std::error_code unknown;
  if (std::filesystem::equivalent(source, store, unknown))
    throw Error(Problem{.where = {source.string(), 0},
                        .what = "is the store that others are merged into",
                        .next = "name the other stores, and this one by --store"});
}

}  // namespace

int perform(const MergeStores& asked) {
  Store store = open_store(asked.place, StoreOptions::Access::write);
  for (const auto& source : asked.sources) {
    expect_another(source, store.file());
    const auto counts = store.merge(source);
    if (asked.json)
      print_json({{"from", source.string()},
                  {"runs_added", counts.runs_added},
                  {"runs_joined", counts.runs_joined},
                  {"results_added", counts.results_added}});
    else
      std::cout << fmt::format("{}: {} runs added, {} joined, {} results added\n", one_line(source.string()),
                               counts.runs_added, counts.runs_joined, counts.results_added);
  }
  return kHeld;
}

int perform(const CollectGarbage& asked) {
  open_store(asked.place, StoreOptions::Access::read);  // a store that is not there is not made for this
  Store store = open_store(asked.place, StoreOptions::Access::write);
  std::size_t runs = 0;
  if (asked.keep)
    for (const auto& run : older_runs(store, *asked.keep, asked.place.suite)) {
      store.delete_run(run.run_id);
      ++runs;
    }
  const auto counts = store.collect_garbage();
  if (asked.json)
    print_json({{"runs", runs}, {"outputs", counts.outputs}, {"bytes", counts.bytes}});
  else
    std::cout << fmt::format("{} runs and {} outputs forgotten, {} bytes freed\n", runs, counts.outputs,
                             counts.bytes);
  return kHeld;
}

}  // namespace assay::cli
