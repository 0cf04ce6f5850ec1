#include "run_keeper.h"

#include <chrono>
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <tuple>
#include <utility>

#include "assay/internal/store_metrics.h"

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

// A commit costs as much for many cases as for one: this long after one, cases are gathered for the next.
constexpr std::chrono::milliseconds kGather{20};

void say_once(const std::exception& error) {
  std::cerr << error.what()
            << "\n  the cases are run all the same, and the run is stored when it has ended\n";
}

}  // namespace

class RunKeeper::Committer {
 public:
  Committer(Store store, std::string run_id)
      : store_(std::move(store)), run_id_(std::move(run_id)), thread_([this] { work(); }) {}
  ~Committer() { stop(); }

  void add(const Result& result) {
    {
      std::lock_guard lock(mutex_);
      if (failed_) return;
      waiting_.push_back(result);
    }
    arrived_.notify_one();
  }

  // Waits until all is committed. None where something could not be.
  std::optional<Store> stop() {
    {
      std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    arrived_.notify_one();
    stopped_.notify_one();
    if (thread_.joinable()) thread_.join();
    if (failed_) return {};
    return std::move(store_);
  }

 private:
  void work() try {
    for (std::unique_lock lock(mutex_);;) {
      arrived_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      const auto batch = std::exchange(waiting_, {});
      lock.unlock();
      store_.add_results(run_id_, batch);
      lock.lock();
      stopped_.wait_for(lock, kGather, [this] { return stopping_; });
    }
  } catch (const std::exception& error) {
    say_once(error);
    std::lock_guard lock(mutex_);
    failed_ = true;
  }

  Store store_;
  const std::string run_id_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::condition_variable stopped_;  // ends a gathering, which arrivals do not
  std::vector<Result> waiting_;
  bool stopping_ = false;
  bool failed_ = false;
  std::thread thread_;  // last: it uses all of the above
};

RunKeeper::RunKeeper(std::filesystem::path store) : store_(std::move(store)) {}
RunKeeper::~RunKeeper() = default;

void RunKeeper::begin(const RunInfo& info) try {
  if (store_.empty()) return;
  Store store({.file = store_});
  store.add_run(info);
  committer_ = std::make_unique<Committer>(std::move(store), info.run_id);
} catch (const std::exception& error) {
  say_once(error);
}

void RunKeeper::add(const Result& result) {
  if (committer_) committer_->add(result);
}

// A store is closed once a run: that waits for the disk.
std::vector<Problem> RunKeeper::finish(const Run& run) try {
  if (store_.empty()) return {};
  std::optional<Store> store;
  if (committer_) store = committer_->stop();
  committer_.reset();
  if (!store) store.emplace(StoreOptions{.file = store_});
  keep(*store, run);
  return {};
} catch (const Error& error) {
  return error.problems();
}

}  // namespace assay
