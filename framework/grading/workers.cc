// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/workers.h"

#include <system_error>
#include <utility>

#include "assay/internal/threads.h"

namespace assay {

Workers::Workers(unsigned most) : most_(most) {
  threads_.push_back(new_thread([this](std::stop_token stop) { work(std::move(stop)); }));
}

Workers::~Workers() {
  for (auto& thread : threads_) thread.request_stop();
  threads_.clear();
}

void Workers::add(std::function<void()> task) {
  const std::lock_guard lock(mutex_);
  tasks_.push_back(std::move(task));
  if (tasks_.size() > idle_ && threads_.size() < most_) try {
      threads_.emplace_back([this](std::stop_token stop) { work(std::move(stop)); });
    } catch (const std::system_error&) {  // those that there are do the work
    }
  added_.notify_one();
}

void Workers::work(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    added_.wait(lock, stop, [this] { return !tasks_.empty(); });
    --idle_;
    if (tasks_.empty()) return;
    auto task = std::exchange(tasks_.front(), nullptr);
    tasks_.pop_front();
    lock.unlock();
    task();
    task = nullptr;  // destroy its captures outside the lock
    lock.lock();
  }
}

}  // namespace assay
