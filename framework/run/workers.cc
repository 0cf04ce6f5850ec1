#include "workers.h"

#include <utility>

namespace assay {

Workers::Workers(unsigned threads) {
  for (unsigned i = 0; i < threads; ++i)
    threads_.emplace_back([this](const std::stop_token& over) { work(over); });
}

Workers::~Workers() {
  for (auto& thread : threads_) thread.request_stop();
}

// Told under the lock: whoever posted the last task has no business here once that is done.
void Workers::post(Task task) {
  const std::lock_guard lock(mutex_);
  tasks_.push_back(std::move(task));
  posted_.notify_one();
}

void Workers::work(const std::stop_token& over) {
  for (std::unique_lock lock(mutex_); posted_.wait(lock, over, [this] { return !tasks_.empty(); });
       lock.lock()) {
    const Task task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    task();
  }
}

}  // namespace assay
