// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "assay/evaluate.h"
#include "assay/internal/new_thread.h"

namespace assay {

struct Evaluation::Inner {
  std::vector<Case> cases;
  Tool tool;
  EvaluateOptions options;
  Sink as_finished;

  mutable std::mutex mutex;
  std::condition_variable changed;
  std::size_t finished = 0;
  std::vector<std::optional<Result>> results;
  std::exception_ptr broken;

  bool begun = false;  // used only by the caller's thread
  std::stop_source stop;
  std::jthread thread;

  void put(std::size_t index, Result result) {
    if (as_finished) as_finished(index, result);
    const std::lock_guard lock(mutex);
    results[index] = std::move(result);
    ++finished;
    changed.notify_all();
  }

  bool has(std::size_t index) const { return results[index].has_value() || broken; }

  const Result* take(std::size_t index) const {
    if (!results[index] && broken) std::rethrow_exception(broken);
    return results[index] ? &*results[index] : nullptr;
  }

  void work() try {
    evaluate(
        cases, tool, options, [this](std::size_t index, Result result) { put(index, std::move(result)); },
        stop.get_token());
  } catch (...) {
    const std::lock_guard lock(mutex);
    broken = std::current_exception();
    changed.notify_all();
  }

  void work_beside() {
    thread = new_thread([this] { work(); });
    begun = true;
  }

  // A thread for a single case would only be waited for, so the waiting caller does the work.
  void work_here() {
    begun = true;
    work();
  }
};

Evaluation::Evaluation(std::vector<Case> cases, Tool tool, EvaluateOptions options, Sink as_finished)
    : inner_(std::make_unique<Inner>()) {
  for (const auto& asked : cases) levels_of(asked, options);
  inner_->results.resize(cases.size());
  inner_->cases = std::move(cases);
  inner_->tool = std::move(tool);
  inner_->options = std::move(options);
  inner_->as_finished = std::move(as_finished);
  if (inner_->cases.size() > 1) inner_->work_beside();
}

Evaluation::~Evaluation() {
  cancel();
  if (inner_->thread.joinable()) inner_->thread.join();
}

const Result& Evaluation::wait(std::size_t index) {
  if (!inner_->begun) inner_->work_here();
  std::unique_lock lock(inner_->mutex);
  inner_->changed.wait(lock, [&] { return inner_->has(index); });
  return *inner_->take(index);
}

const Result* Evaluation::wait_for(std::size_t index, std::chrono::milliseconds patience) {
  if (!inner_->begun) inner_->work_beside();
  std::unique_lock lock(inner_->mutex);
  inner_->changed.wait_for(lock, patience, [&] { return inner_->has(index); });
  return inner_->take(index);
}

std::size_t Evaluation::finished() const {
  const std::lock_guard lock(inner_->mutex);
  return inner_->finished;
}

void Evaluation::cancel() { inner_->stop.request_stop(); }

}  // namespace assay
