// A bounded number of threads that take turns at what is posted.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace assay {

class Workers {
 public:
  using Task = std::function<void()>;  // throws nothing

  explicit Workers(unsigned threads);
  ~Workers();  // does what was posted, then joins

  // From any thread.
  void post(Task task);

 private:
  void work(const std::stop_token& over);

  std::mutex mutex_;
  std::condition_variable_any posted_;
  std::deque<Task> tasks_;
  std::vector<std::jthread> threads_;
};

}  // namespace assay
