// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/best_effort_store.h"

#include <exception>
#include <iostream>
#include <set>
#include <tuple>

#include "assay/internal/dealing.h"
#include "assay/internal/store_metrics.h"

namespace assay {
namespace {

void finish_whole(Store& store, const RunInfo& info) {
  store.finish_run(info);
  refresh_aggregate(store, info.run_id);
}

}  // namespace

void store_run(Store& store, const Run& run) {
  using Place = std::tuple<std::string, std::string, int>;
  if (run.info.shards.count > 0)
    store.join_run(run.info);
  else
    store.resume_run(run.info);
  std::set<Place> known;
  for (const auto& each : store.finished_cases(run.info.run_id))
    known.emplace(each.dataset, each.id, each.attempt);
  if (known.empty()) {
    store.add_results(run.info.run_id, run.results);
  } else {
    std::vector<Result> missing;
    for (const auto& result : run.results)
      if (!known.contains({result.asked.dataset, result.asked.id, result.attempt})) missing.push_back(result);
    if (!missing.empty()) store.add_results(run.info.run_id, missing);
  }
  if (run.info.shards.count == 0) return finish_whole(store, run.info);
  store.join_run(run.info);
  if (missing_shards(store.load_info(run.info.run_id).shards).empty())
    refresh_aggregate(store, run.info.run_id);
}

BestEffortStore::BestEffortStore(std::filesystem::path store) : store_(std::move(store)) {}

void BestEffortStore::give_up(const std::exception& error) {
  std::cerr << error.what()
            << "\n  the cases are run all the same, and the run is stored when it has ended\n";
  open_.reset();
}

void BestEffortStore::begin(const RunInfo& info) try {
  if (store_.empty()) return;
  run_id_ = info.run_id;
  open_.emplace(StoreOptions{.file = store_});
  if (info.shards.count > 0)
    open_->join_run(info);
  else
    open_->add_run(info);
} catch (const std::exception& error) {
  give_up(error);
}

void BestEffortStore::add(const Result& result) try {
  if (open_) open_->add_result(run_id_, result);
} catch (const std::exception& error) {
  give_up(error);
}

// The store is closed once per run, because closing waits for the disk.
std::vector<Problem> BestEffortStore::finish(const Run& run) try {
  if (store_.empty()) return {};
  if (!open_) open_.emplace(StoreOptions{.file = store_});
  store_run(*open_, run);
  open_.reset();
  return {};
} catch (const Error& error) {
  open_.reset();
  return error.problems();
}

}  // namespace assay
