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

class Line {
 public:
  // REQUIRES: levels_of() knows the levels of all cases. The tool and the options must outlive this.
  Line(CaseSource cases, const Tool& tool, const EvaluateOptions& options, std::stop_token stop);
  ~Line();  // cancels the cases in progress, and waits for their end

  // Hands on every case's result, see evaluate(). Call once.
  void hand_on_to(const Sink& sink);
  // Like the above for supplied cases, see evaluate_supplied().
  void hand_on_to(const Sink& sink, Supply supply);

 private:
  using Clock = std::chrono::steady_clock;
  using Asked = std::shared_ptr<AskedCase>;

  // In the caller's thread, under the lock:
  void look_for_cases(std::unique_lock<std::mutex>& lock);
  bool wants_cases() const;
  bool is_over() const;
  std::optional<std::size_t> next_case();
  void start_cases();
  Asked next_to_ask();
  void start(const Asked& asked);
  void start_program(const Asked& asked);
  void wait_for_change(std::unique_lock<std::mutex>& lock);
  // In the thread of the tools:
  void drive_tools(std::stop_token over);
  void tool_ended(const Asked& asked, std::vector<std::string> argv, ProcessResult process);
  // In worker threads:
  void ask_model(const Asked& asked);
  void grade_or_ask_again(const Asked& asked);
  void grade(const Asked& asked);
  void graded(const Asked& asked, Graded outcome);
  void ask_again(const Asked& asked, std::chrono::milliseconds wait);
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
  std::size_t next_ = 0;                                 // index of the next case never asked
  Supply supply_;                                        // none: cases are asked in order
  std::deque<std::size_t> supplied_;                     // supplied but not begun
  bool has_all_ = false;                                 // no more will be supplied
  Clock::time_point look_again_;                         // when to request more of them
  std::multimap<Clock::time_point, Asked> later_;        // to be asked again
  std::size_t under_way_ = 0;                            // begun, and neither handed on nor in later_
  std::size_t at_workers_ = 0;                           // of those under way
  std::deque<std::pair<std::size_t, Result>> finished_;  // of those under way; with their index
  std::exception_ptr broken_;
  bool cancelled_ = false;

  std::stop_source stopping_;            // stops graders and model servers
  std::optional<AskedProgram> program_;  // none for recorded answers
  std::optional<Executor> executor_;     // none for recorded answers or a model
  std::optional<Workers> workers_;
  std::jthread tools_;
  std::optional<std::stop_callback<std::function<void()>>> when_stopped_;
};

}  // namespace assay
