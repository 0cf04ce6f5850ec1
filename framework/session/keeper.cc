#include "assay/internal/keeper.h"

#include <condition_variable>
#include <exception>
#include <iostream>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <tuple>
#include <utility>

#include "assay/internal/store_metrics.h"

namespace assay {

struct Keeper::Inner {
  Store store;
  const std::string run_id;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<Result> waiting;
  bool closing = false;
  std::exception_ptr broken;
  std::thread thread;

  Inner(Store to, std::string run) : store(std::move(to)), run_id(std::move(run)) {
    thread = std::thread([this] { work(); });
  }
  ~Inner() { join(); }

  void join() {
    {
      std::lock_guard lock(mutex);
      closing = true;
    }
    changed.notify_one();
    if (thread.joinable()) thread.join();
  }

  void work() try {
    for (std::unique_lock lock(mutex);;) {
      changed.wait(lock, [this] { return closing || !waiting.empty(); });
      if (waiting.empty()) return;
      const auto batch = std::exchange(waiting, {});
      lock.unlock();
      store.add_results(run_id, batch);
      lock.lock();
    }
  } catch (...) {
    std::lock_guard lock(mutex);
    broken = std::current_exception();
  }
};

Keeper::Keeper(Store store, std::string run_id)
    : inner_(std::make_unique<Inner>(std::move(store), std::move(run_id))) {}
Keeper::Keeper(Keeper&&) noexcept = default;
Keeper::~Keeper() = default;

void Keeper::add(Result result) {
  {
    std::lock_guard lock(inner_->mutex);
    if (inner_->broken) std::rethrow_exception(inner_->broken);
    inner_->waiting.push_back(std::move(result));
  }
  inner_->changed.notify_one();
}

Store Keeper::close() {
  inner_->join();
  if (inner_->broken) std::rethrow_exception(inner_->broken);
  return std::move(inner_->store);
}

void store_run(Store& store, const Run& run) {
  using Place = std::tuple<std::string, std::string, int>;
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
  store.finish_run(run.info);
  refresh_aggregate(store, run.info.run_id);
}

ReserveKeeper::ReserveKeeper(std::filesystem::path store) : store_(std::move(store)) {}
ReserveKeeper::~ReserveKeeper() = default;

void ReserveKeeper::give_up(const std::exception& error) {
  std::cerr << error.what()
            << "\n  the cases are run all the same, and the run is stored when it has ended\n";
  keeper_.reset();
}

void ReserveKeeper::begin(const RunInfo& info) try {
  if (store_.empty()) return;
  Store store({.file = store_});
  store.add_run(info);
  keeper_ = std::make_unique<Keeper>(std::move(store), info.run_id);
} catch (const std::exception& error) {
  give_up(error);
}

void ReserveKeeper::add(const Result& result) try {
  if (keeper_) keeper_->add(result);
} catch (const std::exception& error) {
  give_up(error);
}

// A store is closed once a run: that waits for the disk.
std::vector<Problem> ReserveKeeper::finish(const Run& run) try {
  if (store_.empty()) return {};
  std::optional<Store> store;
  if (keeper_) try {
      store = keeper_->close();
    } catch (const std::exception& error) {
      give_up(error);
    }
  keeper_.reset();
  if (!store) store.emplace(StoreOptions{.file = store_});
  store_run(*store, run);
  return {};
} catch (const Error& error) {
  return error.problems();
}

}  // namespace assay
