#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "asking.h"

namespace assay {
struct Evaluation::Inner {
  std::vector<Case> cases;
  Tool tool;
  EvaluateOptions options;
  std::optional<Executor> executor;  // none for recorded answers

  Sink as_finished;

  mutable std::mutex mutex;
  std::condition_variable arrived;  // for who waits for a case
  std::condition_variable over;     // for who would rather wait for several
  std::size_t finished = 0;
  std::vector<std::optional<Result>> results;
  std::exception_ptr broken;
  std::thread thread;
  bool begun = false;  // used by the caller's thread alone

  void put(std::size_t index, Result result) {
    if (as_finished) as_finished(index, result);
    {
      std::lock_guard lock(mutex);
      results[index] = std::move(result);
      ++finished;
    }
    tell();
  }

  // Called by the thread that changes what is told of. Where nobody waits it costs nothing.
  void tell() {
    arrived.notify_all();
    if (is_over()) over.notify_all();
  }

  bool is_over() const { return finished == results.size() || broken; }
  bool has(std::size_t index) const { return results[index].has_value() || broken; }

  const Result* take(std::size_t index) const {
    if (!results[index] && broken) std::rethrow_exception(broken);
    return results[index] ? &*results[index] : nullptr;
  }

  const Sink sink = [this](std::size_t index, Result result) { put(index, std::move(result)); };

  // Before the thread starts, so that a cancel cannot come in between: it ends what is queued, not what is to
  // come.
  void queue() {
    for (const auto& asked : cases) levels_of(asked, options);
    if (!std::holds_alternative<Program>(tool.how)) return;
    executor.emplace(ExecutorOptions{.max_in_flight = std::max(1u, options.jobs)});
    start_all(cases, std::get<Program>(tool.how), options, *executor, sink);
  }

  void work() try {
    if (!executor) return evaluate(cases, tool, options, sink);
    executor->run();
  } catch (...) {
    {
      std::lock_guard lock(mutex);
      broken = std::current_exception();
    }
    tell();
  }

  void work_beside() {
    begun = true;
    thread = std::thread([this] { work(); });
  }

  // A thread for one case would only be waited for: whoever waits does the work.
  void work_here() {
    begun = true;
    work();
  }
};

Evaluation::Evaluation(std::vector<Case> cases, Tool tool, EvaluateOptions options, Sink as_finished)
    : inner_(std::make_unique<Inner>()) {
  inner_->results.resize(cases.size());
  inner_->cases = std::move(cases);
  inner_->tool = std::move(tool);
  inner_->options = std::move(options);
  inner_->as_finished = std::move(as_finished);
  inner_->queue();
  if (inner_->cases.size() > 1) inner_->work_beside();
}

Evaluation::~Evaluation() {
  cancel();
  if (inner_->thread.joinable()) inner_->thread.join();
}

const Result& Evaluation::wait(std::size_t index, std::chrono::milliseconds together) {
  if (!inner_->begun) inner_->work_here();
  std::unique_lock lock(inner_->mutex);
  if (!inner_->has(index)) inner_->over.wait_for(lock, together, [&] { return inner_->is_over(); });
  inner_->arrived.wait(lock, [&] { return inner_->has(index); });
  return *inner_->take(index);
}

const Result* Evaluation::wait_for(std::size_t index, std::chrono::milliseconds patience) {
  if (!inner_->begun) inner_->work_beside();
  std::unique_lock lock(inner_->mutex);
  inner_->arrived.wait_for(lock, patience, [&] { return inner_->has(index); });
  return inner_->take(index);
}

std::size_t Evaluation::finished() const {
  std::lock_guard lock(inner_->mutex);
  return inner_->finished;
}

void Evaluation::cancel() {
  if (inner_->executor) inner_->executor->cancel_all();
}

}  // namespace assay
