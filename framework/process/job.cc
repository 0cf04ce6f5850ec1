// The life of a process. It has three ends that come in any order: the tool ends, its streams end (later, if
// a descendant holds them), and it is gone (the tool is our child and has ended, or its reaper says that no
// descendant is left). The job is finished when all three have come, or when waiting longer would not help;
// see settle().
#include "job.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <boost/asio/buffer.hpp>
#include <cerrno>
#include <csignal>
#include <utility>

namespace assay::process {

using boost::system::error_code;

namespace {

// The state of a child without waiting and without reaping it; si_pid is 0 while it runs. False: not our
// child.
bool peek(int pidfd, siginfo_t& ended, rusage& usage) {
  ended = {};
  return ::syscall(SYS_waitid, kPidfd, pidfd, &ended, WEXITED | WNOHANG | WNOWAIT, &usage) == 0;
}

std::chrono::microseconds to_duration(const timeval& time) {
  return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

}  // namespace

Job::Job(Site& site, ProcessSpec spec, Executor::Done done)
    : site_(site),
      spec_(std::move(spec)),
      done_(std::move(done)),
      out_(site.loop, spec_.limits.stdout_bytes),
      err_(site.loop, spec_.limits.stderr_bytes),
      input_(site.loop),
      process_(site.loop),
      timer_(site.loop),
      supervised_(site.supervises) {}

// A handler keeps the job alive by being counted; the last one of a finished job reports it idle.
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
                                  // Reading goes on past the flood, so that what ends the process is our
                                  // signal and not a broken pipe.
                                  if (output.capture.total() > spec_.limits.flood_bytes)
                                    stop(ProcessEnd::output_limit);
                                  if (!finished_) read(output);
                                }));
}

// A tool need not read its input: that its end is closed is no error.
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

// For the tool, or for its reaper, which usually has said before that all is over.
//
// That the descriptor is ready is a hint only: the event may be left over from an earlier descriptor of the
// same number. Therefore the system is asked without blocking, and the wait goes on while the process runs.
void Job::wait_for_process() {
  Stream& process = supervised_ ? site_.supervision->line(slot_) : process_;
  process.async_wait(Stream::wait_read, counted([this](const error_code& error) {
                       if (!error && !finished_) process_ready();
                     }));
}

void Job::process_ready() {
  if (supervised_) return site_.supervision->has_ended(slot_) ? reaper_ended() : wait_for_process();
  siginfo_t ended;
  rusage usage{};
  const bool known = peek(process_.native_handle(), ended, usage);
  if (known && ended.si_pid == 0) return wait_for_process();
  if (known && launching_.error == 0) {
    const auto ended_at = site_.watch->forget(ticket_).value_or(Clock::now());
    result_.latency = ended_at.time_since_epoch() - std::chrono::nanoseconds(launching_.started_ns);
    result_.user_time = to_duration(usage.ru_utime);
    result_.system_time = to_duration(usage.ru_stime);
    result_.max_rss_kib = usage.ru_maxrss;
  }
  process_ended(ended);
}

void Job::leader_ended() {
  leader_ended_ = true;
  if (stopping_ && result_.end != ProcessEnd::spawn_failed) result_.end = *stopping_;
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

// Finishes if there is nothing more to wait for; ends what keeps us from it if its time is over.
void Job::settle() {
  if (finished_ || !leader_ended_) return;
  if (open_outputs_ > 0 && !drained_) return;
  if (gone_) return finish();
  if (!killed_) kill();
}

void Job::stop(ProcessEnd why) {
  if (leader_ended_ && why == ProcessEnd::cancelled) return drained();
  if (finished_ || stopping_ || leader_ended_) return;
  stopping_ = why;
  if (why == ProcessEnd::output_limit) return kill();
  if (supervised_) {
    site_.supervision->order(slot_, Order::stop);
  } else {
    signal_group(SIGTERM);
    signal_group(SIGCONT);
  }
  arm(spec_.limits.term_grace, &Job::kill);
}

void Job::kill() {
  killed_ = true;
  give_up_at_ = Clock::now() + kPatience;
  kill_again();
}

// Again and again: a tool may have stopped its reaper just after that was told to go on. A tool that does so
// without end leaves the reaper no time, so it is ended from here, too.
void Job::kill_again() {
  if (Clock::now() >= give_up_at_) return give_up();
  if (supervised_) {
    if (Clock::now() > give_up_at_ - kPatience + kPause) site_.supervision->kill_tool(slot_);
    site_.supervision->order(slot_, Order::kill);
  } else {
    signal_group(SIGKILL);
  }
  arm(kPause, &Job::kill_again);
}

void Job::give_up() {
  if (supervised_ && !given_up_) {
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
  const unsigned generation = ++timer_generation_;  // a handler that is already queued is past cancelling
  timer_.expires_after(after);
  timer_.async_wait(counted([this, generation, then](const error_code& error) {
    if (!error && !finished_ && generation == timer_generation_) (this->*then)();
  }));
}

// Until the leader is reaped, its number cannot be the number of somebody else's group.
void Job::signal_group(int signal) {
  if (pid_ > 0) ::kill(-pid_, signal);
}

}  // namespace assay::process
