// The life of a process. It has three ends that come in any order: the tool ends, its streams end (later, if
// a descendant holds them), and our own child ends (the tool itself, or its reaper, which lasts until no
// descendant is left). The job is finished when all three have come, or when waiting longer would not help;
// see settle().
#include "job.h"

#include <poll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <csignal>
#include <utility>

namespace assay::execution {

using boost::system::error_code;

namespace {

constexpr int kPidfd = 3;  // P_PIDFD
// From SIGKILL to not waiting any longer: for a process that the system cannot end (a hung disk) or that we
// may not signal (it became another user).
constexpr std::chrono::seconds kPatience{5};

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
      timer_(site.loop) {}

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

// That the descriptor is ready is a hint only: the event may be left over from an earlier descriptor of the
// same number. Therefore the system is asked without blocking, and the wait goes on while the process runs.
void Job::wait_for_process() {
  process_.async_wait(Stream::wait_read, counted([this](const error_code& error) {
                        if (!error && !finished_) process_ready();
                      }));
}

void Job::process_ready() {
  siginfo_t ended;
  rusage usage{};
  const bool known = peek(process_.native_handle(), ended, usage);
  if (known && ended.si_pid == 0) return wait_for_process();
  if (!supervised() && known) {
    result_.latency = Clock::now() - started_;
    result_.user_time = to_duration(usage.ru_utime);
    result_.system_time = to_duration(usage.ru_stime);
    result_.max_rss_kib = usage.ru_maxrss;
  }
  process_gone(ended);
}

void Job::process_gone(const siginfo_t& ended) {
  gone_ = true;
  if (supervised()) {
    result_.leftovers = ended.si_code == CLD_EXITED && ended.si_status != kNothingLeft;
    read_report();
    if (!leader_ended_) {
      result_.end = ProcessEnd::io_error;
      result_.error = ECHILD;
      result_.error_what = "the supervising process was ended from outside";
    }
  } else if (ended.si_pid == 0) {
    result_.end = ProcessEnd::io_error;
    result_.error = ECHILD;
    result_.error_what = "waitid: this program ignores SIGCHLD, so how its children end is lost";
  } else {
    result_.end = ended.si_code == CLD_EXITED ? ProcessEnd::exited : ProcessEnd::signalled;
    (ended.si_code == CLD_EXITED ? result_.exit_code : result_.signal) = ended.si_status;
  }
  if (leader_ended_) return settle();
  leader_ended();
}

void Job::read_report() {
  if (!supervised() || leader_ended_) return;
  const ReaperReport report = site_.supervision->board.read(slot_);
  if (report.state == ToolState::running) return;
  take_report(report);
  leader_ended();
}

void Job::take_report(const ReaperReport& report) {
  if (report.state == ToolState::exec_failed) {
    result_.end = ProcessEnd::spawn_failed;
    result_.failed_step = ProcessStep::exec;
    result_.error = report.error;
    result_.error_what = describe_failure(ProcessStep::exec, report.error);
    return;
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

void Job::leader_ended() {
  leader_ended_ = true;
  if (stopping_ && result_.end != ProcessEnd::spawn_failed) result_.end = *stopping_;
  settle();
  if (!finished_ && !killed_) arm(spec_.limits.drain_grace, &Job::drained);
}

void Job::drained() {
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
  if (finished_ || stopping_ || leader_ended_) return;
  stopping_ = why;
  if (why == ProcessEnd::output_limit) return kill();
  if (supervised()) {
    signal_process(kStopSignal);
  } else {
    signal_group(SIGTERM);
    signal_group(SIGCONT);
  }
  arm(spec_.limits.term_grace, &Job::kill);
}

void Job::kill() {
  killed_ = true;
  if (supervised()) {
    signal_process(kKillSignal);
  } else {
    signal_group(SIGKILL);
  }
  arm(kPatience, &Job::give_up);
}

void Job::give_up() {
  if (leader_ended_ && gone_) {
    drained_ = true;
    return settle();
  }
  if (supervised() && !given_up_) {
    given_up_ = true;
    signal_process(SIGKILL);  // the tool's process dies with its parent
    return arm(kPatience, &Job::give_up);
  }
  if (!leader_ended_) result_.end = stopping_.value_or(ProcessEnd::io_error);
  result_.error_what = "it did not end after SIGKILL and was left behind";
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

void Job::signal_process(int signal) {
  if (!gone_) ::syscall(SYS_pidfd_send_signal, process_.native_handle(), signal, nullptr, 0);
}

// Until the leader is reaped, its number cannot be the number of somebody else's group.
void Job::signal_group(int signal) { ::kill(-pid_, signal); }

void Job::reap() {
  if (!supervised()) signal_group(SIGKILL);
  siginfo_t ended{};
  while (::syscall(SYS_waitid, kPidfd, process_.native_handle(), &ended, WEXITED, nullptr) != 0 &&
         errno == EINTR) {
  }
  if (!supervised()) result_.leftovers = ::kill(-pid_, 0) == 0;
}

void Job::close() {
  error_code ignored;
  for (Stream* stream : {&input_, &out_.stream, &err_.stream, &process_}) stream->close(ignored);
  timer_.cancel();
}

void Job::finish() {
  finished_ = true;
  if (gone_) {
    reap();
    if (supervised()) site_.supervision->board.give_back(slot_);
  }
  close();
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

// Does not wait for a process that cannot be ended.
void Job::abandon() {
  if (finished_ || pid_ < 0) return;
  finished_ = true;
  if (supervised()) {
    signal_process(kKillSignal);
  } else {
    signal_group(SIGKILL);
  }
  pollfd ended{process_.native_handle(), POLLIN, 0};
  const int patience = static_cast<int>(std::chrono::milliseconds(kPatience).count());
  if (!gone_ && ::poll(&ended, 1, patience) == 0) signal_process(SIGKILL);
  if (gone_ || ::poll(&ended, 1, patience) > 0) reap();
  close();
}

}  // namespace assay::execution
