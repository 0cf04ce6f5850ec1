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

Scheduler::Scheduler(CaseSource cases, const Tool& tool, const EvaluateOptions& options, std::stop_token stop)
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
Scheduler::~Scheduler() {
  when_stopped_.reset();
  cancel();
  tools_.request_stop();
  if (tools_.joinable()) tools_.join();
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return at_workers_ == 0; });
}

void Scheduler::run(const Sink& sink, Supply supply) {
  supply_ = std::move(supply);
  run(sink);
}

void Scheduler::run(const Sink& sink) {
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

bool Scheduler::wants_cases() const { return supply_ && !has_all_ && under_way_ + supplied_.size() < jobs_; }

// The supplier may be remote, so the lock is released during the call.
void Scheduler::look_for_cases(std::unique_lock<std::mutex>& lock) {
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

bool Scheduler::is_over() const {
  const bool has_more = supply_ ? !has_all_ || !supplied_.empty() : next_ < cases_.count;
  return under_way_ == 0 && later_.empty() && !has_more;
}

std::optional<std::size_t> Scheduler::next_case() {
  if (!supply_) return next_ < cases_.count ? std::optional(next_++) : std::nullopt;
  if (supplied_.empty()) return std::nullopt;
  const std::size_t index = supplied_.front();
  supplied_.pop_front();
  return index;
}

void Scheduler::start_cases() {
  while (under_way_ < most_) {
    const AttemptPtr attempt = next_to_ask();
    if (!attempt) return;
    ++under_way_;
    if (cancelled_)
      finished_.emplace_back(attempt->index, cancelled_result(cases_.at(attempt->index), options_));
    else
      start(attempt);
  }
}

// Cases waiting to be asked again come before new ones; null if there is none to start now.
Scheduler::AttemptPtr Scheduler::next_to_ask() {
  if (!later_.empty() && (cancelled_ || later_.begin()->first <= Clock::now()))
    return std::move(later_.extract(later_.begin()).mapped());
  const auto index = next_case();
  if (!index) return nullptr;
  return std::make_shared<Attempt>(Attempt{.index = *index, .started = std::chrono::system_clock::now()});
}

void Scheduler::start(const AttemptPtr& attempt) {
  auto hindered = hindered_answer(options_);
  if (executor_ && !hindered) return start_program(attempt);
  ++at_workers_;
  if (program_ && !hindered) return work_on_a_case([this, attempt] { ask_model(attempt); });
  work_on_a_case([this, attempt, hindered = std::move(hindered)]() mutable {
    attempt->test = cases_.at(attempt->index);
    attempt->answer =
        hindered ? std::move(*hindered) : recorded_answer(std::get<Recording>(tool_.how), attempt->test);
    grade(attempt);
  });
}

void Scheduler::start_program(const AttemptPtr& attempt) {
  attempt->test = cases_.at(attempt->index);
  auto spec = program_->spec_of(attempt->index, attempt->test);
  auto argv = spec.argv;
  executor_->start(std::move(spec), [this, attempt, argv = std::move(argv)](ProcessResult process) {
    tool_ended(attempt, argv, std::move(process));
  });
}

// The server's answer arrives on a thread of the client, or on this one.
void Scheduler::ask_model(const AttemptPtr& attempt) {
  attempt->test = cases_.at(attempt->index);
  program_->model()->ask(attempt->test, program_->attempt_of(attempt->index), stopping_.get_token(),
                         [this, attempt](Answer answer) {
                           work_on_a_case([this, attempt, answer = std::move(answer)]() mutable {
                             program_->take_answer(*attempt, std::move(answer));
                             grade_or_ask_again(attempt);
                           });
                         });
}

// While the maximum number of cases is in progress, none is asked again.
void Scheduler::wait_for_change(std::unique_lock<std::mutex>& lock) {
  auto until = Clock::time_point::max();
  if (!later_.empty() && under_way_ < most_) until = later_.begin()->first;
  if (wants_cases()) until = std::min(until, look_again_);
  if (until == Clock::time_point::max())
    changed_.wait(lock);
  else
    changed_.wait_until(lock, until);
}

void Scheduler::drive_tools(std::stop_token over) try { executor_->run(std::move(over)); } catch (...) {
  const std::lock_guard lock(mutex_);
  broken_ = std::current_exception();
  changed_.notify_all();
}

// Done by a worker because reading an answer may take long: it may be a mebibyte of JSON.
void Scheduler::tool_ended(const AttemptPtr& attempt, std::vector<std::string> argv, ProcessResult process) {
  {
    const std::lock_guard lock(mutex_);
    ++at_workers_;
  }
  work_on_a_case([this, attempt, argv = std::move(argv), process = std::move(process)]() mutable {
    program_->take_answer(*attempt, std::move(argv), std::move(process));
    grade_or_ask_again(attempt);
  });
}

void Scheduler::grade_or_ask_again(const AttemptPtr& attempt) {
  const auto wait = program_->wait_before_retry(*attempt);
  wait ? ask_again(attempt, *wait) : grade(attempt);
}

void Scheduler::grade(const AttemptPtr& attempt) {
  const Case& question = attempt->test;
  const auto levels = std::make_shared<const std::vector<Level>>(levels_of(question, options_));
  start_grading(question, attempt->answer, *levels,
                {.min_score = min_score_of(question, options_),
                 .backends = options_.backends,
                 .question = options_.question,
                 .stop = stopping_.get_token(),
                 .resume = [this](std::function<void()> on) { work_on_a_case(std::move(on)); }},
                [this, attempt, levels](Graded outcome) { graded(attempt, std::move(outcome)); });
}

void Scheduler::graded(const AttemptPtr& attempt, Graded outcome) {
  if (auto* why = std::get_if<std::exception_ptr>(&outcome)) {
    const std::lock_guard lock(mutex_);
    return leave_workers(*why);
  }
  const std::size_t index = attempt->index;
  Result result =
      result_of(std::move(*attempt), std::get<Grade>(std::move(outcome)), options_, stopping_.get_token());
  const std::lock_guard lock(mutex_);
  finished_.emplace_back(index, std::move(result));
  leave_workers();
}

void Scheduler::ask_again(const AttemptPtr& attempt, std::chrono::milliseconds wait) {
  const std::lock_guard lock(mutex_);
  later_.emplace(Clock::now() + wait, attempt);
  --under_way_;
  leave_workers();
}

// `work` removes a case from the workers, leaves it with them, or throws.
void Scheduler::work_on_a_case(std::function<void()> work) {
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
void Scheduler::leave_workers(std::exception_ptr broken) {
  if (broken && !broken_) broken_ = std::move(broken);
  --at_workers_;
  changed_.notify_all();
}

void Scheduler::cancel() {
  {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    changed_.notify_all();
  }
  stopping_.request_stop();
  if (executor_) executor_->cancel_all();
}

}  // namespace assay
