// SPDX-License-Identifier: Apache-2.0
// The end of a job: records what became of the process, and makes sure that nothing is left of it.
#include <sys/wait.h>

#include <boost/asio/post.hpp>
#include <cerrno>

#include "job.h"

namespace assay::process {

using boost::system::error_code;

namespace {

ProcessStep step_of(FailedStep step) {
  switch (step) {
    case FailedStep::none:
      return ProcessStep::none;
    case FailedStep::process:
      return ProcessStep::clone;
    case FailedStep::folder:
      return ProcessStep::chdir;
    case FailedStep::streams:
      return ProcessStep::streams;
    case FailedStep::exec:
      return ProcessStep::exec;
  }
  return ProcessStep::exec;
}

}  // namespace

void Job::reaper_ended() {
  read_report();
  if (gone_) return;
  result_.leftovers = true;  // nobody reaps what left the tool's process group
  if (leader_ended_) return gone();
  // The tool died with its parent; the rest of its process group is still running.
  site_.supervision->kill_tool(slot_);
  result_.latency = Clock::now() - started_;
  result_.end = ProcessEnd::io_error;
  result_.error = ECHILD;
  result_.error_what = given_up_ ? kGivenUp : "the supervising process was ended from outside";
  gone();
}

void Job::gone() {
  gone_ = true;
  if (!leader_ended_) return leader_ended();
  settle();
  if (!finished_) arm(spec_.limits.drain_grace, &Job::drained);
}

void Job::read_report() {
  if (!begun_ || gone_ || finished_) return;
  const ReaperReport report = site_.supervision->report(slot_);
  if (report.state == ToolState::running) return;
  const bool is_over = report.state == ToolState::over;
  if (!leader_ended_) take_report(report);
  if (is_over) {
    result_.leftovers = report.left != Left::nothing;
    gone();
  } else if (!leader_ended_) {
    leader_ended();
  }
}

void Job::take_report(const ReaperReport& report) {
  if (report.failed != FailedStep::none) {
    return note_failure(step_of(report.failed), report.error);
  }
  result_.latency = std::chrono::nanoseconds(report.ended_ns - report.started_ns);
  result_.user_time = std::chrono::microseconds(report.user_us);
  result_.system_time = std::chrono::microseconds(report.system_us);
  result_.max_rss_kib = report.max_rss_kib;
  take_wait_status(report.wait_status);
}

void Job::take_wait_status(int status) {
  result_.end = WIFEXITED(status) ? ProcessEnd::exited : ProcessEnd::signalled;
  if (WIFEXITED(status)) result_.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result_.signal = WTERMSIG(status);
}

void Job::close() {
  error_code ignored;
  if (begun_) site_.supervision->line(slot_).cancel(ignored);
  for (Stream* stream : {&input_, &out_.stream, &err_.stream}) stream->close(ignored);
  timer_.cancel();
}

void Job::finish() {
  finished_ = true;
  close();
  if (begun_) gone_ ? site_.supervision->give_back(slot_) : site_.supervision->abandon(slot_);
  result_.out = out_.capture.take();
  result_.err = err_.capture.take();
  ++handlers_;
  boost::asio::post(site_.loop, [this] {
    --handlers_;
    const Executor::Done done = std::move(done_);
    ProcessResult result = std::move(result_);
    site_.ended();
    if (handlers_ == 0) site_.idle(*this);
    done(std::move(result));
  });
}

void Job::finish_unstarted(ProcessEnd end) {
  result_.end = end;
  finish();
}

void Job::abandon() {
  if (finished_ || !begun_) return;
  finished_ = true;
  if (!gone_) site_.supervision->order(slot_, Order::kill);
  close();
}

}  // namespace assay::process
