#include "run_keeper.h"

#include <iostream>
#include <set>
#include <tuple>

#include "assay/store_metrics.h"

namespace assay {
namespace {

using Place = std::tuple<std::string, std::string, int>;

std::set<Place> places_in(const Store& store, const std::string& run_id) {
  std::set<Place> places;
  for (const auto& each : store.finished_cases(run_id)) places.emplace(each.dataset, each.id, each.attempt);
  return places;
}

void keep(Store& store, const Run& run) {
  store.resume_run(run.info);
  const auto known = places_in(store, run.info.run_id);
  std::vector<Result> missing;
  for (const auto& result : run.results)
    if (!known.contains({result.asked.dataset, result.asked.id, result.attempt})) missing.push_back(result);
  if (!missing.empty()) store.add_results(run.info.run_id, missing);
  store.finish_run(run.info);
  refresh_aggregate(store, run.info.run_id);
}

}  // namespace

struct RunKeeper::Inner {
  Store store;
  std::string run_id;
};

RunKeeper::RunKeeper(std::filesystem::path store) : store_(std::move(store)) {}
RunKeeper::~RunKeeper() = default;

void RunKeeper::stop(const Error& error) {
  inner_.reset();
  std::cerr << error.what()
            << "\n  the cases are run all the same, and the run is stored when it has ended\n";
}

void RunKeeper::begin(const RunInfo& info) try {
  if (store_.empty()) return;
  inner_ = std::make_unique<Inner>(Inner{Store({.file = store_}), info.run_id});
  inner_->store.add_run(info);
} catch (const Error& error) {
  stop(error);
}

void RunKeeper::add(const Result& result) try {
  if (inner_) inner_->store.add_result(inner_->run_id, result);
} catch (const Error& error) {
  stop(error);
}

// A store is closed once a run: that waits for the disk.
std::vector<Problem> RunKeeper::finish(const Run& run) try {
  if (store_.empty()) return {};
  if (!inner_) inner_ = std::make_unique<Inner>(Inner{Store({.file = store_}), run.info.run_id});
  keep(inner_->store, run);
  inner_.reset();
  return {};
} catch (const Error& error) {
  return error.problems();
}

}  // namespace assay
