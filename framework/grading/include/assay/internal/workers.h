// SPDX-License-Identifier: Apache-2.0
// A small thread pool for blocking work.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace assay {

// The first thread is created at once, so that every task has one; others on demand, up to a maximum or as
// many as the system allows. The destructor waits for all added tasks.
class Workers {
 public:
  // Throws Error if not even the first thread can be created.
  explicit Workers(unsigned most);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Thread-safe. Tasks must not throw.
  void add(std::function<void()> task);

 private:
  void work(std::stop_token stop);

  const unsigned most_;
  std::mutex mutex_;
  std::condition_variable_any added_;
  std::deque<std::function<void()>> tasks_;
  std::size_t idle_ = 0;
  std::vector<std::jthread> threads_;
};

}  // namespace assay
