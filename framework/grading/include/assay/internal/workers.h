// SPDX-License-Identifier: Apache-2.0
// A few threads for what blocks.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace assay {

// Threads are made as they are needed, up to a number, and end with this, which waits for what was added.
class Workers {
 public:
  explicit Workers(unsigned most) : most_(most) {}
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // From any thread. What is added throws nothing.
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
