#include "worker/command.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <sys/resource.h>
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
#include "worker/memory.h"

namespace assay::sandbox {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

struct Request {
  std::vector<std::string> argv;
  milliseconds timeout, grace;
  std::uint64_t output_bytes, memory_bytes, file_bytes, processes, content_bytes;
  After after;
};

Request read_request(std::string_view bytes, bool& failed) {
  Reader reader(bytes);
  Request request;
  for (std::uint64_t left = reader.count(); left > 0; --left) request.argv.emplace_back(reader.text());
  request.timeout = milliseconds(reader.number());
  request.grace = milliseconds(reader.number());
  request.output_bytes = std::min<std::uint64_t>(reader.number(), kMostOutput);
  request.memory_bytes = reader.number();
  request.file_bytes = reader.number();
  request.processes = reader.number();
  request.content_bytes = std::min<std::uint64_t>(reader.number(), kMostContent);
  request.after = reader.number() == static_cast<std::uint64_t>(After::keep) ? After::keep : After::forget;
  failed = reader.failed() || request.argv.empty();
  return request;
}

// What the new process needs until it is the command, in memory that is this one's, too.
struct Start {
  const Request& request;
  const WorldMount& world;
  std::array<int, 3> streams;
  char* const* argv;
  char* const* environment;
  volatile int error = 0;
};

void limit(__rlimit_resource what, std::uint64_t most) {
  const rlimit both{most, most};
  ::setrlimit(what, &both);
}

void limit_all(const Request& request) {
  limit(RLIMIT_AS, 2 * request.memory_bytes);
  limit(RLIMIT_DATA, request.memory_bytes / 2);
  limit(RLIMIT_FSIZE, request.file_bytes);
  limit(RLIMIT_NPROC, request.processes + 1);
  limit(RLIMIT_NOFILE, 256);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_MEMLOCK, 64 << 10);
  limit(RLIMIT_MSGQUEUE, 0);
  limit(RLIMIT_SIGPENDING, 256);
  limit(RLIMIT_CPU, static_cast<std::uint64_t>(request.timeout.count()) / 1000 + 2);
}

bool drop_capabilities() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  return ::syscall(SYS_capset, &header, none) == 0;
}

bool enter_world(const WorldMount& world) {
  return ::fchdir(world.root()) == 0 && ::chroot(".") == 0 && ::chdir(world.folder().c_str()) == 0;
}

// Between vfork and exec: system calls only.
bool become_command(const Start& start) {
  sigset_t none;
  sigemptyset(&none);
  ::setsid();
  for (int stream = 0; stream < 3; ++stream) {
    if (::dup2(start.streams[static_cast<std::size_t>(stream)], stream) < 0) return false;
  }
  if (!enter_world(start.world) || ::syscall(SYS_close_range, 3, ~0u, 4 /* CLOSE_RANGE_CLOEXEC */) != 0)
    return false;
  limit_all(start.request);
  if (!drop_capabilities()) return false;
  const int ruleset = start.world.ruleset();
  if (ruleset >= 0 && ::syscall(SYS_landlock_restrict_self, ruleset, 0) != 0) return false;
  ::umask(022);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execve(start.argv[0], start.argv, start.environment);
  return false;
}

[[gnu::noinline]] pid_t start_command(Start& start) {
  const pid_t pid = ::vfork();
  if (pid == 0) {
    if (!become_command(start)) start.error = errno;
    ::_exit(127);
  }
  return pid;
}

std::vector<char*> pointers_to(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (const std::string& string : strings) pointers.push_back(const_cast<char*>(string.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> environment_of(const WorldMount& world) {
  std::vector<std::string> environment = {"PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
                                          "HOME=/home/user",
                                          "USER=user",
                                          "LOGNAME=user",
                                          "SHELL=/bin/bash",
                                          "LC_ALL=C.UTF-8",
                                          "TZ=UTC",
                                          "TERM=dumb"};
  for (const std::string& variable : world.variables()) {
    const std::string_view name = std::string_view(variable).substr(0, variable.find('=') + 1);
    std::erase_if(environment, [&](const std::string& one) { return one.starts_with(name); });
    environment.push_back(variable);
  }
  return environment;
}

// A file of its own for each run, which nobody can find by a name.
Descriptor input_of(const WorldMount& world) {
  if (world.input().empty()) return Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const char* name = "/scratch/input";
  const Descriptor written(::open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0400));
  const bool whole = written && process::write_all(written.get(), world.input());
  Descriptor input(whole ? ::open(name, O_RDONLY | O_CLOEXEC) : -1);
  ::unlink(name);
  return input;
}

// One run, from its start until nothing of it is left.
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
  void look_at_memory();
  void read(Output& output);
  void leader_ended();
  bool is_over() const { return ended_ && !out_.pipe && !err_.pipe; }
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
  bool ended_ = false;    // the leader
  bool stopped_ = false;  // by us
  bool leftovers_ = false;
  bool harness_has_gone_ = false;
  Clock::time_point started_, deadline_, next_sum_;
  std::chrono::nanoseconds latency_{0};
};

void Run::start() {
  const Descriptor input = input_of(bench_.world);
  process::Pipe out = process::make_pipe(process::Direction::from_child);
  process::Pipe err = process::make_pipe(process::Direction::from_child);
  const std::vector<std::string> environment = environment_of(bench_.world);
  const std::vector<char*> argv = pointers_to(request_.argv), variables = pointers_to(environment);
  started_ = Clock::now();
  deadline_ = started_ + request_.timeout;
  next_sum_ = started_ + milliseconds(50);
  if (!input || !out || !err) {
    error_ = errno;
    return stop(End::not_started);
  }
  if (bench_.last_process >= 0 && ::pwrite(bench_.last_process, "1", 1, 0) < 0) error_ = 0;
  Start start{request_,
              bench_.world,
              {input.get(), out.theirs.get(), err.theirs.get()},
              argv.data(),
              variables.data()};
  pid_ = start_command(start);
  error_ = pid_ < 0 ? errno : start.error;
  if (error_ != 0) return stop(End::not_started);
  out_.pipe = std::move(out.ours);
  err_.pipe = std::move(err.ours);
  pidfd_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
}

milliseconds Run::until_next_look() const {
  const auto next = std::min(deadline_, ended_ ? deadline_ : next_sum_);
  return std::max(milliseconds(0), std::chrono::ceil<milliseconds>(next - Clock::now()));
}

void Run::look_at_memory() {
  if (Clock::now() < next_sum_) return;
  if (memory_of_all() > request_.memory_bytes) stop(End::memory_limit);
  next_sum_ = Clock::now() + milliseconds(25);
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

void Run::leader_ended() {
  if (::waitpid(pid_, &status_, __WALL | WNOHANG) != pid_) return;
  latency_ = Clock::now() - started_;
  ended_ = true;
  pidfd_.reset();
  deadline_ = std::min(deadline_, Clock::now() + request_.grace);
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
    look_at_memory();
    if (Clock::now() < deadline_) continue;
    if (ended_) return;  // somebody else holds its output
    stop(End::timed_out);
  }
}

// As process 1, SIGKILL to all others is atomic: nothing that forks meanwhile escapes.
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
    leftovers_ |= other != pid_ && ended_;
    if (other == 0) {
      ::kill(-1, SIGKILL);
      while (::waitpid(-1, nullptr, __WALL) > 0 || errno == EINTR) {
      }
    }
  }
  // What was written until then.
  for (Output* output : {&out_, &err_}) {
    if (output->pipe && !stopped_) read(*output);
  }
}

void Run::write(Writer& answer) const {
  const bool signalled = end_ == End::exited && WIFSIGNALED(status_);
  answer.number(static_cast<std::uint64_t>(signalled ? End::signalled : end_));
  answer.number(ended_ && WIFEXITED(status_) ? WEXITSTATUS(status_) : 0);
  answer.number(WIFSIGNALED(status_) ? WTERMSIG(status_) : 0);
  answer.number(static_cast<std::uint64_t>(error_));
  answer.number(static_cast<std::uint64_t>(latency_.count()));
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
