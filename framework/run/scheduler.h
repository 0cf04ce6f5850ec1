// SPDX-License-Identifier: Apache-2.0
// Evaluates many cases at once in three kinds of threads: one drives the tools and enforces their limits,
// some grade, and the caller's starts cases and hands on results. No thread waits for another's work. A case
// is started only while fewer than options.jobs are in progress; for recorded answers, while fewer than
// 256 are, if that is more.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "assay/evaluate.h"
#include "assay/internal/case_source.h"
#include "assay/internal/workers.h"
#include "assay/process.h"
#include "attempt.h"

namespace assay {

class Scheduler {
 public:
  // REQUIRES: levels_of() knows the levels of all cases. The tool and the options must outlive this.
  Scheduler(CaseSource cases, const Tool& tool, const EvaluateOptions& options, std::stop_token stop);
  ~Scheduler();  // cancels the cases in progress, and waits for their end

  // Passes every case's result to the sink, see evaluate(). Call once.
  void run(const Sink& sink);
  // Like the above for supplied cases, see evaluate_supplied().
  void run(const Sink& sink, Supply supply);

 private:
  using Clock = std::chrono::steady_clock;
  using AttemptPtr = std::shared_ptr<Attempt>;

  // In the caller's thread, under the lock:
  void look_for_cases(std::unique_lock<std::mutex>& lock);
  bool wants_cases() const;
  bool is_over() const;
  std::optional<std::size_t> next_case();
  void start_cases();
  AttemptPtr next_to_ask();
  void start(const AttemptPtr& attempt);
  void start_program(const AttemptPtr& attempt);
  void wait_for_change(std::unique_lock<std::mutex>& lock);
  // In the thread of the tools:
  void drive_tools(std::stop_token over);
  void tool_ended(const AttemptPtr& attempt, std::vector<std::string> argv, ProcessResult process);
  // In worker threads:
  void ask_model(const AttemptPtr& attempt);
  void grade_or_ask_again(const AttemptPtr& attempt);
  void grade(const AttemptPtr& attempt);
  void graded(const AttemptPtr& attempt, Graded outcome);
  void ask_again(const AttemptPtr& attempt, std::chrono::milliseconds wait);
  // In any thread:
  void work_on_a_case(std::function<void()> work);
  void leave_workers(std::exception_ptr broken = nullptr);  // under the lock
  void cancel();

  const CaseSource cases_;
  const Tool& tool_;
  const EvaluateOptions& options_;
  const unsigned jobs_;
  const unsigned most_;  // cases under way

  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t next_ = 0;                                // index of the next case never asked
  Supply supply_;                                       // without it, cases are asked in order
  std::deque<std::size_t> supplied_;                    // supplied, but not begun
  bool has_all_ = false;                                // no more will be supplied
  Clock::time_point look_again_;                        // when to request more cases
  std::multimap<Clock::time_point, AttemptPtr> later_;  // to be asked again
  std::size_t under_way_ = 0;   // attempts that were begun, and are neither handed on nor in later_
  std::size_t at_workers_ = 0;  // attempts under way that are read or graded
  std::deque<std::pair<std::size_t, Result>> finished_;  // attempts under way that await the sink; by index
  std::exception_ptr broken_;
  bool cancelled_ = false;

  std::stop_source stopping_;              // stops graders and model servers
  std::optional<AttemptContext> program_;  // absent for recorded answers
  std::optional<Executor> executor_;       // absent for recorded answers and for models
  std::optional<Workers> workers_;
  std::jthread tools_;
  std::optional<std::stop_callback<std::function<void()>>> when_stopped_;
};

}  // namespace assay
