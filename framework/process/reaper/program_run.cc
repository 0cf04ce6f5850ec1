// SPDX-License-Identifier: Apache-2.0
#include "reaper/program.h"
#include "reaper/protocol.h"
#include "worker/system_call.h"

namespace assay::process {
namespace {

constexpr int kKill = 9, kTerminate = 15, kContinue = 18;

// The input of a process that becomes the tool.
struct Beginning {
  const ToolStart* start;
  ReaperReport* report;  // also receives the failure
  long reaper;
};

void fail(ReaperReport& report, FailedStep step, long error) {
  report.failed = step;
  report.error = static_cast<int>(error);
}

bool take_streams(const ToolStart& start) {
  for (long stream = 0; stream < kRequestStreams; ++stream)
    if (system_call(kSysDup3, start.descriptors[stream], stream, 0) < 0) return false;
  return true;
}

// The device and the inode of a folder; 0 if unavailable.
struct Identity {
  unsigned long device;
  unsigned long number;
};

Identity identity_of(long folder) {
  struct {
    Identity identity;  // struct stat begins like this
    unsigned long rest[24];
  } found;
  constexpr long kEmptyPath = 0x1000;
  if (system_call(kSysNewfstatat, folder, address(""), address(&found), kEmptyPath) < 0) return {0, 0};
  return found.identity;
}

// We may be in a folder that we are no longer allowed to enter.
long enter(long folder) {
  const long result = system_call(kSysFchdir, folder);
  if (result != -kAccess) return result;
  const Identity there = identity_of(folder), here = identity_of(kCurrentFolder);
  return here.number != 0 && there.device == here.device && there.number == here.number ? 0 : result;
}

// Runs in this process's memory until exec.
void become_tool(void* argument) {
  const Beginning& beginning = *static_cast<Beginning*>(argument);
  const ToolStart& start = *beginning.start;
  ReaperReport& report = *beginning.report;
  // Published first and separately, in case the tool ends the reaper at once: see Job::reaper_ended.
  report.tool = static_cast<int>(system_call(kSysGetpid));
  publish(report);
  system_call(kSysPrctl, kSetDeathSignal, kKill, 0, 0);
  if (system_call(kSysGetppid) != beginning.reaper) return;  // it ended before prctl
  system_call(kSysSetpgid, 0, 0);
  long error = -enter(start.descriptors[kRequestFolder]);
  if (!error && start.folder) error = -system_call(kSysChdir, address(start.folder));
  if (error) return fail(report, FailedStep::folder, error);
  if (!take_streams(start)) return fail(report, FailedStep::streams, 9 /* EBADF */);
  restore_signals();
  report.started_ns = monotonic_ns();
  fail(report, FailedStep::exec, execute_first(start.paths, start.argv, start.environment));
}

struct Timeval {
  long seconds;
  long microseconds;
};
struct Usage {
  Timeval user;
  Timeval system;
  long max_rss;
  long rest[13];
};

constexpr long kNoChild = 10;  // errno
constexpr long kNoHang = 1;

struct Run {
  ReaperReport report;
  long tool;         // pid; its process group is named by the same number
  bool tool_reaped;  // then the number may belong to another process
  bool killing;
  bool orphaned;
};

void signal_group(const Run& run, int signal) {
  if (!run.tool_reaped) system_call(kSysKill, -run.tool, signal);
}

// In another pid namespace, /proc has numbers that are not ours.
bool has_own_numbers() {
  char text[16];
  const long length =
      system_call(kSysReadlinkat, kCurrentFolder, address("/proc/self"), address(text), sizeof text - 1);
  if (length <= 0) return false;
  text[length] = 0;
  return number(text) == system_call(kSysGetpid);
}

// Dead children that are not reaped keep their pids, so none of these can belong to another process.
bool kill_children() {
  if (!has_own_numbers()) return false;
  const long list =
      system_call(kSysOpenat, kCurrentFolder, address("/proc/thread-self/children"), kOpenFlags, 0);
  if (list < 0) return false;
  char text[2048];  // what does not fit is killed in the next round
  const long length = system_call(kSysRead, list, address(text), sizeof text);
  system_call(kSysClose, list);
  long pid = 0;
  for (long i = 0; i < length; ++i) {
    if (text[i] != ' ') {
      pid = pid * 10 + (text[i] - '0');
    } else {
      system_call(kSysKill, pid, kKill);
      pid = 0;
    }
  }
  return true;
}

void note_end(Run& run, int wait_status, const Usage& usage) {
  run.report.ended_ns = monotonic_ns();
  run.report.state = ToolState::ended;
  run.report.wait_status = wait_status;
  run.report.user_us = usage.user.seconds * 1'000'000 + usage.user.microseconds;
  run.report.system_us = usage.system.seconds * 1'000'000 + usage.system.microseconds;
  run.report.max_rss_kib = usage.max_rss;
}

// A child that asked to be traced by its parent stops at each signal until the parent resumes it.
void let_go_on(long pid, int wait_status) {
  constexpr int kDetach = 17, kTrap = 5;
  const int signal = wait_status >> 8 & 0xff;
  system_call(kSysPtrace, kDetach, pid, 0, signal == kTrap ? 0 : signal);
}

// Reaps what has ended. False if no child is left.
bool reap(Run& run) {
  bool tool_has_ended = false;
  for (;;) {
    int wait_status = 0;
    Usage usage;
    const long pid = system_call(kSysWait4, -1, address(&wait_status), kNoHang, address(&usage));
    if (pid == -kNoChild) return false;
    if (pid <= 0) break;
    const bool has_stopped = (wait_status & 0xff) == 0x7f;
    if (has_stopped) {
      let_go_on(pid, wait_status);
    } else if (pid == run.tool && !run.tool_reaped) {
      note_end(run, wait_status, usage);
      run.tool_reaped = tool_has_ended = true;
    } else if (run.tool_reaped && run.killing && (wait_status & 0x7f) == kKill) {
      run.report.left = Left::killed;
    }
  }
  if (tool_has_ended) {
    publish(run.report);
    ring();
  }
  return true;
}

// Kills everything. Each death makes its children ours, so this goes on until there are none.
void kill_all(Run& run) {
  run.killing = true;
  signal_group(run, kKill);
  while (reap(run)) {
    if (!kill_children() && run.tool_reaped) {
      run.report.left = Left::unknown;
      return;
    }
    system_call(kSysWaitid, 0 /* P_ALL */, 0, 0, 4 | 0x01000000 /* WEXITED | WNOWAIT */, 0);
  }
}

// Waits until something has happened. True if it is time to kill.
bool is_to_kill(Run& run) {
  SignalInfo info;
  const long signal = next_signal(bit(kChild) | bit(kOrderSignal) | bit(kOrphanedSignal), info, nullptr);
  const Order order = signal == kOrderSignal ? order_of_harness() : Order::none;
  run.orphaned |= signal == kOrphanedSignal && is_orphaned(info);
  if (order == Order::stop) {
    signal_group(run, kTerminate);
    signal_group(run, kContinue);
  }
  return order == Order::kill || run.orphaned;
}

void watch_descendants(Run& run) {
  while (reap(run))
    if (is_to_kill(run)) return kill_all(run);
}

// Records the tool's end without reaping it, so that its pid remains its group's.
void look_at_tool(Run& run) {
  constexpr long kExited = 4, kNoWait = 0x01000000;
  constexpr int kHasExited = 1, kTrapped = 4;  // si_code
  SignalInfo info;
  Usage usage;
  while (run.report.state == ToolState::running) {
    info.sender = 0;
    const long flags = kExited | kNoHang | kNoWait;
    system_call(kSysWaitid, 1 /* P_PID */, run.tool, address(&info), flags, address(&usage));
    if (info.sender == 0) return;
    if (info.code == kTrapped) {
      let_go_on(run.tool, info.status << 8);
    } else {
      note_end(run, info.code == kHasExited ? info.status << 8 : info.status, usage);
      publish(run.report);
      ring();
    }
  }
}

void watch_group(Run& run) {
  do {
    look_at_tool(run);
  } while (!is_to_kill(run));
  signal_group(run, kKill);
  do {
    system_call(kSysWaitid, 1 /* P_PID */, run.tool, 0, 4 | 0x01000000 /* WEXITED | WNOWAIT */, 0);
    look_at_tool(run);
  } while (run.report.state == ToolState::running);
  system_call(kSysWait4, run.tool, 0, 0, 0);
  run.tool_reaped = true;
  if (system_call(kSysKill, -run.tool, 0) == 0) run.report.left = Left::killed;
}

// Member by member: without a C library there is no memset.
void start_blank(Run& run) {
  ReaperReport& report = run.report;
  report.failed = FailedStep::none;
  report.left = Left::nothing;
  report.state = ToolState::running;
  report.error = report.wait_status = report.tool = 0;
  report.ended_ns = report.user_us = report.system_us = report.max_rss_kib = 0;
  run.tool_reaped = run.killing = run.orphaned = false;
}

}  // namespace

long start_tool(const ToolStart& start, ReaperReport& report) {
  Beginning beginning;
  beginning.start = &start;
  beginning.report = &report;
  beginning.reaper = system_call(kSysGetpid);
  alignas(16) char stack[4096];  // no signal handler uses it, and the kernel has its own
  const long tool = clone_running(stack + sizeof stack, &become_tool, &beginning);
  if (tool < 0) fail(report, FailedStep::process, -tool);
  return tool;
}

bool serve(const Request& request, const ToolStart& start) {
  Run run;
  start_blank(run);
  const bool reaches_all = request.reach == Reach::descendants;
  system_call(kSysPrctl, kSetChildSubreaper, reaches_all, 0, 0);
  run.report.started_ns = monotonic_ns();
  run.tool = start_tool(start, run.report);
  forget(request, start);
  if (run.report.failed != FailedStep::none)
    system_call(kSysWait4, -1, 0, 0, 0);
  else if (reaches_all)
    watch_descendants(run);
  else
    watch_group(run);
  run.report.state = ToolState::over;
  publish(run.report);
  ring();
  return !run.orphaned && run.report.left != Left::unknown;
}

}  // namespace assay::process
