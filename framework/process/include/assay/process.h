// SPDX-License-Identifier: Apache-2.0
// Runs programs: asynchronously, with limits on number, time and output, and with nothing left behind.
//
// One Executor owns one event loop. `start` queues a process; `run` drives the loop in the calling thread
// until every process has ended and every callback has returned. `start` and `cancel_all` may be called from
// any thread, also from callbacks; callbacks run in the thread that is in `run`. Each started process gets
// exactly one callback.
//
// Nothing here throws because of what a program does. A harness that lacks a descriptor or memory for the
// loop throws Error. An exception thrown by a callback leaves `run`, which may be called again to continue.
//
// Between this program and each process stands a small helper process, a reaper. It records when the process
// begins and ends, however busy the thread in `run` is, and kills it when that thread has ended. No signal
// handler is installed, no other child of this program is waited for, and no descriptor is inherited. The
// child starts in the caller's current directory; other inherited state (resource limits, umask, priority,
// affinity) may come from an earlier start, or from what an earlier tool did to its parent, since reapers
// stay until the Executor is destroyed.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace assay {

struct ProcessLimits {
  // Measured from before the process is created; then SIGTERM to the whole process group. A process whose
  // latency exceeds it has timed out, even if this program was too busy to end it.
  std::chrono::milliseconds timeout{30'000};
  std::chrono::milliseconds term_grace{500};   // from SIGTERM to SIGKILL
  std::chrono::milliseconds drain_grace{200};  // after the exit, for pipes that descendants hold open
  std::size_t stdout_bytes = 1u << 20;         // kept per stream: half as head, half as tail
  std::size_t stderr_bytes = 1u << 20;
  std::uint64_t flood_bytes = 64u << 20;  // a stream that exceeds this ends the process (output_limit)
};

struct ProcessSpec {
  std::vector<std::string> argv;                         // argv[0] is looked up in PATH unless it has a slash
  std::vector<std::pair<std::string, std::string>> env;  // set on top of the inherited environment
  std::vector<std::string> unset;                        // removed from the inherited environment
  std::string cwd;                                       // empty: inherited
  std::optional<std::string> input;                      // none: /dev/null
  ProcessLimits limits;
};

// One captured stream. `head` and `tail` are bytes, not text; if nothing was dropped, `tail` is empty.
struct Captured {
  std::string head;
  std::string tail;
  std::uint64_t total = 0;  // bytes written by the process
  bool truncated() const { return total > head.size() + tail.size(); }
  // All of it, or head + "\n[… N bytes dropped …]\n" + tail.
  std::string text() const;
};

enum class ProcessEnd { exited, signalled, timed_out, output_limit, spawn_failed, io_error, cancelled };

// The step that failed when a process could not be started.
enum class ProcessStep { none, arguments, pipes, clone, chdir, streams, exec };

struct ProcessResult {
  ProcessEnd end = ProcessEnd::spawn_failed;
  int exit_code = -1;                           // if it exited, even after its limit; otherwise -1
  int signal = 0;                               // the signal that ended it, if one did
  ProcessStep failed_step = ProcessStep::none;  // if end is spawn_failed
  // errno, if end is spawn_failed or io_error. ENOEXEC also if the file's interpreter (the #! line or the ELF
  // loader) does not exist, for which the system reports ENOENT.
  int error = 0;
  std::string error_what;  // that step and the system's message: "execve: No such file or directory"
  Captured out;
  Captured err;
  bool pipe_held = false;  // a descendant still held a stream after drain_grace
  // Descendants outlived the leader and were killed; or may have, if the process that would know was lost.
  bool leftovers = false;
  // From exec to exit of the leader: excludes queueing, creating its process, and draining. From before its
  // process was created if its end was not seen (io_error).
  std::chrono::nanoseconds latency{0};
  std::chrono::microseconds user_time{0};
  std::chrono::microseconds system_time{0};
  std::int64_t max_rss_kib = 0;
};

struct ExecutorOptions {
  unsigned max_in_flight = 4;
  // What is killed when a process ends, or when this program is killed. subreaper: all its descendants,
  // including those that left its process group (setsid, a double fork). process_group: its process group.
  // Descendants that left it live on, such as a server that a tool starts for its next call.
  enum class Reaping { subreaper, process_group } reaping = Reaping::subreaper;
};

class Executor {
 public:
  using Done = std::function<void(ProcessResult)>;

  explicit Executor(ExecutorOptions options = {});
  ~Executor();  // kills and reaps running processes, without callbacks
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  void start(ProcessSpec spec, Done done);
  // Returns when all started processes have ended and their callbacks have returned.
  void run();
  // The same, but keeps waiting for further processes until stop is requested.
  void run(std::stop_token until);
  // Every queued or running process soon ends as `cancelled`.
  void cancel_all();

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

// Runs one process: start and run.
ProcessResult run_process(ProcessSpec spec, ExecutorOptions options = {});

}  // namespace assay
