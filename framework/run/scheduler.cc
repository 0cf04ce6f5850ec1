// SPDX-License-Identifier: Apache-2.0
#include "scheduler.h"

#include <algorithm>
#include <utility>

#include "assay/internal/grade_case.h"
#include "assay/internal/threads.h"

namespace assay {
namespace {

unsigned graders(const EvaluateOptions& options, unsigned jobs) {
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  return std::min(options.grading_jobs > 0 ? options.grading_jobs : cores, jobs);
}

// With few recorded answers under way, the threads would often wait for each other.
unsigned most_under_way(const Tool& tool, const EvaluateOptions& options) {
  return std::holds_alternative<Recording>(tool.how) ? std::max(kRecordedAtOnce, options.jobs)
                                                     : std::max(1u, options.jobs);
}

}  // namespace

Line::Line(CaseSource cases, const Tool& tool, const EvaluateOptions& options, std::stop_token stop)
    : cases_(std::move(cases)),
      tool_(tool),
      options_(options),
      jobs_(std::max(1u, options.jobs)),
      most_(most_under_way(tool, options)) {
  workers_.emplace(graders(options, jobs_));
  if (const auto* program = std::get_if<Program>(&tool.how)) {
    program_.emplace(*program, options);
    if (!program_->model()) {
      executor_.emplace(ExecutorOptions{.max_in_flight = jobs_});
      tools_ = new_thread([this](std::stop_token over) { drive_tools(std::move(over)); });
    }
  }
  when_stopped_.emplace(std::move(stop), [this] { cancel(); });
}

// Joins the tools' thread first, because ending tools are passed on to the workers.
Line::~Line() {
  when_stopped_.reset();
  cancel();
  tools_.request_stop();
  if (tools_.joinable()) tools_.join();
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return at_workers_ == 0; });
}

void Line::hand_on_to(const Sink& sink, Supply supply) {
  supply_ = std::move(supply);
  hand_on_to(sink);
}

void Line::hand_on_to(const Sink& sink) {
  for (std::unique_lock lock(mutex_);;) {
    if (broken_) std::rethrow_exception(broken_);
    look_for_cases(lock);
    start_cases();
    if (finished_.empty()) {
      if (is_over()) return;
      wait_for_change(lock);
      continue;
    }
    auto [index, result] = std::move(finished_.front());
    finished_.pop_front();
    lock.unlock();
    sink(index, std::move(result));
    lock.lock();
    --under_way_;
    look_again_ = {};  // there is room for another case
  }
}

bool Line::wants_cases() const { return supply_ && !has_all_ && under_way_ + supplied_.size() < jobs_; }

// The supplier may be remote, so the lock is released during the call.
void Line::look_for_cases(std::unique_lock<std::mutex>& lock) {
  has_all_ = has_all_ || cancelled_;
  if (!wants_cases() || Clock::now() < look_again_) return;
  const std::size_t most = jobs_ - under_way_ - supplied_.size();
  lock.unlock();
  const Supplied more = supply_(most);
  lock.lock();
  supplied_.insert(supplied_.end(), more.cases.begin(), more.cases.end());
  has_all_ = more.is_over;
  look_again_ = more.cases.size() < most ? Clock::now() + more.again : Clock::time_point();
}

bool Line::is_over() const {
  const bool has_more = supply_ ? !has_all_ || !supplied_.empty() : next_ < cases_.count;
  return under_way_ == 0 && later_.empty() && !has_more;
}

std::optional<std::size_t> Line::next_case() {
  if (!supply_) return next_ < cases_.count ? std::optional(next_++) : std::nullopt;
  if (supplied_.empty()) return std::nullopt;
  const std::size_t index = supplied_.front();
  supplied_.pop_front();
  return index;
}

void Line::start_cases() {
  while (under_way_ < most_) {
    const Asked asked = next_to_ask();
    if (!asked) return;
    ++under_way_;
    if (cancelled_)
      finished_.emplace_back(asked->index, cancelled_result(cases_.at(asked->index), options_));
    else
      start(asked);
  }
}

// Cases waiting to be asked again come before new ones; null if there is none to start now.
Line::Asked Line::next_to_ask() {
  if (!later_.empty() && (cancelled_ || later_.begin()->first <= Clock::now()))
    return std::move(later_.extract(later_.begin()).mapped());
  const auto index = next_case();
  if (!index) return nullptr;
  return std::make_shared<AskedCase>(AskedCase{.index = *index, .started = std::chrono::system_clock::now()});
}

void Line::start(const Asked& asked) {
  auto hindered = hindered_answer(options_);
  if (executor_ && !hindered) return start_program(asked);
  ++at_workers_;
  if (program_ && !hindered) return work_on_a_case([this, asked] { ask_model(asked); });
  work_on_a_case([this, asked, hindered = std::move(hindered)]() mutable {
    asked->asked = cases_.at(asked->index);
    asked->answer =
        hindered ? std::move(*hindered) : recorded_answer(std::get<Recording>(tool_.how), asked->asked);
    grade(asked);
  });
}

void Line::start_program(const Asked& asked) {
  asked->asked = cases_.at(asked->index);
  auto spec = program_->spec_of(asked->index, asked->asked);
  auto argv = spec.argv;
  executor_->start(std::move(spec), [this, asked, argv = std::move(argv)](ProcessResult process) {
    tool_ended(asked, argv, std::move(process));
  });
}

// The server's answer arrives on a thread of the client, or on this one.
void Line::ask_model(const Asked& asked) {
  asked->asked = cases_.at(asked->index);
  program_->model()->ask(asked->asked, program_->attempt_of(asked->index), stopping_.get_token(),
                         [this, asked](Answer answer) {
                           work_on_a_case([this, asked, answer = std::move(answer)]() mutable {
                             program_->take_answer(*asked, std::move(answer));
                             grade_or_ask_again(asked);
                           });
                         });
}

// While the maximum number of cases is in progress, none is asked again.
void Line::wait_for_change(std::unique_lock<std::mutex>& lock) {
  auto until = Clock::time_point::max();
  if (!later_.empty() && under_way_ < most_) until = later_.begin()->first;
  if (wants_cases()) until = std::min(until, look_again_);
  if (until == Clock::time_point::max())
    changed_.wait(lock);
  else
    changed_.wait_until(lock, until);
}

void Line::drive_tools(std::stop_token over) try { executor_->run(std::move(over)); } catch (...) {
  const std::lock_guard lock(mutex_);
  broken_ = std::current_exception();
  changed_.notify_all();
}

// Done by a worker because reading an answer may take long: it may be a mebibyte of JSON.
void Line::tool_ended(const Asked& asked, std::vector<std::string> argv, ProcessResult process) {
  {
    const std::lock_guard lock(mutex_);
    ++at_workers_;
  }
  work_on_a_case([this, asked, argv = std::move(argv), process = std::move(process)]() mutable {
    program_->take_answer(*asked, std::move(argv), std::move(process));
    grade_or_ask_again(asked);
  });
}

void Line::grade_or_ask_again(const Asked& asked) {
  const auto wait = program_->wait_before_retry(*asked);
  wait ? ask_again(asked, *wait) : grade(asked);
}

void Line::grade(const Asked& asked) {
  const Case& question = asked->asked;
  const auto levels = std::make_shared<const std::vector<Level>>(levels_of(question, options_));
  start_grading(question, asked->answer, *levels,
                {.min_score = min_score_of(question, options_),
                 .backends = options_.backends,
                 .question = options_.question,
                 .stop = stopping_.get_token(),
                 .resume = [this](std::function<void()> on) { work_on_a_case(std::move(on)); }},
                [this, asked, levels](Graded outcome) { graded(asked, std::move(outcome)); });
}

void Line::graded(const Asked& asked, Graded outcome) {
  if (auto* why = std::get_if<std::exception_ptr>(&outcome)) {
    const std::lock_guard lock(mutex_);
    return leave_workers(*why);
  }
  const std::size_t index = asked->index;
  Result result =
      result_of(std::move(*asked), std::get<Grade>(std::move(outcome)), options_, stopping_.get_token());
  const std::lock_guard lock(mutex_);
  finished_.emplace_back(index, std::move(result));
  leave_workers();
}

void Line::ask_again(const Asked& asked, std::chrono::milliseconds wait) {
  const std::lock_guard lock(mutex_);
  later_.emplace(Clock::now() + wait, asked);
  --under_way_;
  leave_workers();
}

// `work` removes a case from the workers, leaves it with them, or throws.
void Line::work_on_a_case(std::function<void()> work) {
  workers_->add([this, work = std::move(work)] {
    try {
      work();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      leave_workers(std::current_exception());
    }
  });
}

// Notifies under the lock: the thread that waits for the last case may destroy this right afterwards.
void Line::leave_workers(std::exception_ptr broken) {
  if (broken && !broken_) broken_ = std::move(broken);
  --at_workers_;
  changed_.notify_all();
}

void Line::cancel() {
  {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    changed_.notify_all();
  }
  stopping_.request_stop();
  if (executor_) executor_->cancel_all();
}

}  // namespace assay
