// SPDX-License-Identifier: Apache-2.0
// The life of a process. Three things end, in any order: the tool, its streams (later, if a descendant holds
// them), and the run (its reaper reports that no descendant is left). The job is finished when all three have
// ended, or when waiting longer would not help; see settle().
#include "job.h"

#include <boost/asio/buffer.hpp>
#include <cerrno>
#include <csignal>
#include <utility>

namespace assay::process {

using boost::system::error_code;

Job::Job(Site& site, ProcessSpec spec, Executor::Done done)
    : site_(site),
      spec_(std::move(spec)),
      done_(std::move(done)),
      out_(site.loop, spec_.limits.stdout_bytes),
      err_(site.loop, spec_.limits.stderr_bytes),
      input_(site.loop),
      timer_(site.loop) {}

// Counts pending handlers, which keep the job alive; the last one of a finished job reports it idle.
template <typename Handler>
auto Job::counted(Handler handler) {
  ++handlers_;
  return [this, handler](const error_code& error, auto... rest) {
    --handlers_;
    handler(error, rest...);
    if (finished_ && handlers_ == 0) site_.idle(*this);
  };
}

void Job::read(Output& output) {
  output.stream.async_read_some(boost::asio::buffer(output.buffer),
                                counted([this, &output](const error_code& error, std::size_t count) {
                                  if (finished_) return;
                                  if (error) {
                                    error_code ignored;
                                    output.stream.close(ignored);
                                    --open_outputs_;
                                    return settle();
                                  }
                                  output.capture.append({output.buffer.data(), count});
                                  // Keep reading past the limit, so that the process is ended by our signal
                                  // and not by a broken pipe.
                                  if (output.capture.total() > spec_.limits.flood_bytes)
                                    stop(ProcessEnd::output_limit);
                                  if (!finished_) read(output);
                                }));
}

// A tool need not read its input: a closed read end is not an error.
void Job::write_input() {
  const auto rest = boost::asio::buffer(*spec_.input) + input_written_;
  input_.async_write_some(rest, counted([this](const error_code& error, std::size_t count) {
                            if (finished_) return;
                            input_written_ += count;
                            if (!error && input_written_ < spec_.input->size()) return write_input();
                            error_code ignored;
                            input_.close(ignored);
                          }));
}

// Waits for the reaper to end, usually after it has reported that the run is over.
//
// Readiness of the line is only a hint: the event may be left over from an earlier descriptor with the same
// number. So it is checked without blocking, and the wait is renewed while the reaper runs.
void Job::wait_for_reaper() {
  site_.supervision->line(slot_).async_wait(Stream::wait_read, counted([this](const error_code& error) {
                                              if (error || finished_) return;
                                              site_.supervision->has_ended(slot_) ? reaper_ended()
                                                                                  : wait_for_reaper();
                                            }));
}

void Job::leader_ended() {
  leader_ended_ = true;
  if (result_.end != ProcessEnd::spawn_failed) {
    if (stopping_) {
      result_.end = *stopping_;
    } else if (result_.latency > spec_.limits.timeout) {  // a delayed loop runs no timer
      result_.end = ProcessEnd::timed_out;
    }
  }
  settle();
  const bool being_killed = killed_ && !gone_;
  if (!finished_ && !being_killed) arm(spec_.limits.drain_grace, &Job::drained);
}

void Job::drained() {
  if (finished_) return;
  drained_ = true;
  result_.pipe_held = open_outputs_ > 0;
  settle();
}

// Finishes if there is nothing more to wait for; kills what is still in the way once its time is over.
void Job::settle() {
  if (finished_ || !leader_ended_) return;
  if (open_outputs_ > 0 && !drained_) return;
  if (gone_) return finish();
  if (!killed_) kill();
}

// Reads the report first, in case the loop was delayed: the tool may have ended in time.
void Job::timed_out() {
  read_report();
  if (!finished_) stop(ProcessEnd::timed_out);
}

void Job::stop(ProcessEnd why) {
  if (leader_ended_ && why == ProcessEnd::cancelled) return drained();
  if (finished_ || stopping_ || leader_ended_) return;
  stopping_ = why;
  if (why == ProcessEnd::output_limit) return kill();
  site_.supervision->order(slot_, Order::stop);
  arm(spec_.limits.term_grace, &Job::kill);
}

void Job::kill() {
  killed_ = true;
  give_up_at_ = Clock::now() + kPatience;
  kill_again();
}

// Repeats the order: a tool may have stopped its reaper just after SIGCONT. A tool that keeps doing so leaves
// the reaper no time, so its process group is also killed from here.
void Job::kill_again() {
  if (Clock::now() >= give_up_at_) return give_up();
  if (Clock::now() > give_up_at_ - kPatience + kPause) site_.supervision->kill_tool(slot_);
  site_.supervision->order(slot_, Order::kill);
  arm(kPause, &Job::kill_again);
}

void Job::give_up() {
  if (!given_up_) {
    given_up_ = true;
    site_.supervision->signal(slot_, SIGKILL);  // the tool's process dies with its parent
    return arm(kPatience, &Job::give_up);
  }
  if (!leader_ended_) {
    result_.end = stopping_.value_or(ProcessEnd::io_error);
    result_.latency = Clock::now() - started_;
  }
  result_.error_what = kGivenUp;
  result_.leftovers = true;
  finish();
}

void Job::arm(std::chrono::milliseconds after, void (Job::*then)()) {
  const unsigned generation = ++timer_generation_;  // a handler that is already queued cannot be cancelled
  timer_.expires_after(after);
  timer_.async_wait(counted([this, generation, then](const error_code& error) {
    if (!error && !finished_ && generation == timer_generation_) (this->*then)();
  }));
}

}  // namespace assay::process
