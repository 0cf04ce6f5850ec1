// SPDX-License-Identifier: Apache-2.0
#include "worker/command.h"

#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>

#include "assay/internal/sandbox.h"
#include "worker/effects.h"
#include "worker/start.h"
#include "worker/usage.h"

namespace assay::sandbox {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// One run, from its start until none of its processes is left.
class Run {
 public:
  Run(const Bench& bench, const Request& request) : bench_(bench), request_(request) {}

  void start();
  void watch();
  void end_all();
  void write(Writer& answer) const;
  bool harness_has_gone() const { return harness_has_gone_; }

 private:
  struct Output {
    Descriptor pipe;
    std::string text;
  };
  milliseconds until_next_look() const;
  void look_at_usage();
  void read(Output& output);
  void reap_the_dead();
  void leader_ended();
  bool awaits_others();
  bool is_over() const { return ended_ && !has_others_ && !out_.pipe && !err_.pipe; }
  // The clock stands still while the machine withholds the processor.
  Clock::time_point deadline() const {
    return std::min(deadline_ + withheld_, begun_waiting_ + request_.patience);
  }
  void stop(End end) {
    if (!stopped_) end_ = end;
    stopped_ = true;
  }

  const Bench& bench_;
  const Request& request_;
  Output out_, err_;
  Descriptor pidfd_;
  pid_t pid_ = -1;
  int status_ = 0;
  int error_ = 0;
  End end_ = End::exited;
  bool ended_ = false;      // the leader
  bool has_others_ = true;  // known once it has ended: whether other processes live on
  bool stopped_ = false;    // by us
  bool leftovers_ = false;
  bool harness_has_gone_ = false;
  bool is_starved_ = false;
  Clock::time_point started_;
  Clock::time_point begun_waiting_;  // for its end, then for that of its other processes
  Clock::time_point deadline_;       // without the time withheld
  Clock::time_point next_look_;
  Clock::time_point last_work_;  // of the other processes
  std::chrono::nanoseconds latency_{0}, withheld_{0};
  UsageMeter meter_;
};

void Run::start() {
  const Descriptor input = input_of(bench_.world);
  process::Pipe out = process::make_pipe(process::Direction::from_child);
  process::Pipe err = process::make_pipe(process::Direction::from_child);
  started_ = begun_waiting_ = Clock::now();
  deadline_ = started_ + request_.timeout;
  next_look_ = started_ + milliseconds(50);
  if (!input || !out || !err) {
    error_ = errno;
    return stop(End::not_started);
  }
  if (bench_.last_process >= 0 && ::pwrite(bench_.last_process, "1", 1, 0) < 0) error_ = 0;
  pid_ = start_command(request_, bench_.world, {input.get(), out.theirs.get(), err.theirs.get()}, error_);
  if (error_ != 0) return stop(End::not_started);
  out_.pipe = std::move(out.ours);
  err_.pipe = std::move(err.ours);
  pidfd_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
}

milliseconds Run::until_next_look() const {
  constexpr milliseconds kSoon{2};  // nothing tells when the last of the other processes ends
  const auto left = std::chrono::ceil<milliseconds>(std::min(deadline(), next_look_) - Clock::now());
  return std::clamp(left, milliseconds(0), ended_ ? kSoon : milliseconds(50));
}

void Run::look_at_usage() {
  if (Clock::now() < next_look_) return;
  const Usage usage = meter_.look();
  withheld_ = usage.withheld;
  if (usage.memory > request_.memory_bytes) stop(End::memory_limit);
  if (!ended_ && usage.processor > request_.processor) stop(End::timed_out);
  next_look_ = Clock::now() + milliseconds(25);
}

void Run::read(Output& output) {
  std::array<char, 64 << 10> block;
  const ssize_t count = ::read(output.pipe.get(), block.data(), block.size());
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) return output.pipe.reset();
  const std::size_t room = request_.output_bytes - output.text.size();
  output.text.append(block.data(), std::min(room, static_cast<std::size_t>(count)));
  if (static_cast<std::size_t>(count) > room) stop(End::output_limit);
}

// Orphans that ended before the leader are zombies of this process, and did not outlive it. There are no more
// than a command may have; a fork bomb makes others meanwhile, without end.
void Run::reap_the_dead() {
  for (auto left = request_.processes; left > 0; --left) {
    const pid_t dead = ::waitpid(-1, nullptr, __WALL | WNOHANG);
    if (dead > 0) continue;
    has_others_ = dead == 0;
    return;
  }
}

void Run::leader_ended() {
  if (::waitpid(pid_, &status_, __WALL | WNOHANG) != pid_) return;
  latency_ = Clock::now() - started_;
  ended_ = true;
  pidfd_.reset();
  reap_the_dead();
  begun_waiting_ = last_work_ = Clock::now();
  deadline_ = begun_waiting_ + request_.grace - withheld_;
}

// Whether it may be worth while to wait for the processes that outlive the leader: those at work end soon,
// if they do so by themselves. Those asleep for a while are left over.
bool Run::awaits_others() {
  constexpr milliseconds kAsleep{20};
  reap_the_dead();
  const Clock::time_point now = Clock::now();
  if (is_any_at_work()) last_work_ = now;
  return now - last_work_ < kAsleep;
}

void Run::watch() {
  while (!stopped_ && !is_over()) {
    std::array<pollfd, 4> waits = {{{out_.pipe.get(), POLLIN, 0},
                                    {err_.pipe.get(), POLLIN, 0},
                                    {pidfd_.get(), POLLIN, 0},
                                    {bench_.line, POLLRDHUP, 0}}};
    const int ready = ::poll(waits.data(), waits.size(), static_cast<int>(until_next_look().count()));
    if (ready < 0 && errno != EINTR) return stop(End::lost);
    if (ready > 0) {
      if (waits[0].revents != 0) read(out_);
      if (waits[1].revents != 0) read(err_);
      if (waits[2].revents != 0) leader_ended();
      harness_has_gone_ = waits[3].revents != 0;
      if (harness_has_gone_) return stop(End::lost);
    }
    if (ended_ && !awaits_others()) return;
    look_at_usage();
    if (Clock::now() < deadline()) continue;
    if (ended_) return;  // other processes live on
    is_starved_ = Clock::now() < deadline_ + withheld_;
    stop(End::timed_out);
  }
}

// For process 1, SIGKILL to all others is atomic: nothing that forks meanwhile escapes.
void Run::end_all() {
  if (!ended_ && pid_ > 0 && error_ == 0) {
    ::kill(-1, SIGKILL);
    while (::waitpid(pid_, &status_, __WALL) < 0 && errno == EINTR) {
    }
    latency_ = Clock::now() - started_;
  }
  for (;;) {
    const pid_t other = ::waitpid(-1, nullptr, __WALL | WNOHANG);
    if (other < 0 && errno != EINTR) break;
    if (other == 0) {
      leftovers_ |= ended_;
      ::kill(-1, SIGKILL);
      while (::waitpid(-1, nullptr, __WALL) > 0 || errno == EINTR) {
      }
    }
  }
  // Reads what was written before the end.
  for (Output* output : {&out_, &err_})
    if (output->pipe && !stopped_) read(*output);
}

void Run::write(Writer& answer) const {
  const bool signalled = end_ == End::exited && WIFSIGNALED(status_);
  answer.number(static_cast<std::uint64_t>(signalled ? End::signalled : end_));
  answer.number(ended_ && WIFEXITED(status_) ? WEXITSTATUS(status_) : 0);
  answer.number(WIFSIGNALED(status_) ? WTERMSIG(status_) : 0);
  answer.number(static_cast<std::uint64_t>(error_));
  answer.number(static_cast<std::uint64_t>(latency_.count()));
  answer.number(static_cast<std::uint64_t>(meter_.processor_of_the_ended().count()));
  answer.number(static_cast<std::uint64_t>(withheld_.count()));
  answer.number(is_starved_);
  answer.number(leftovers_);
  answer.text(out_.text);
  answer.text(err_.text);
}

}  // namespace

Ran run_command(const Bench& bench, std::string_view bytes) {
  bool failed = false;
  const Request request = read_request(bytes, failed);
  if (failed) return {};
  Run run(bench, request);
  run.start();
  run.watch();
  run.end_all();
  if (run.harness_has_gone()) return {};
  Writer answer;
  run.write(answer);
  if (bench.world.is_clean()) {
    answer.number(0);
    answer.number(0);
    answer.text("");
  } else {
    write_effects(bench.world, request.content_bytes, answer);
  }
  return {answer.bytes(), request.after};
}

}  // namespace assay::sandbox
