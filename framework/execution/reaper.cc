// The reaper: a small process between the harness and the tools of one slot, which it runs one after another.
//
//   reaper SLOT PARENT
//
// Descendants that leave the tool's process group (setsid, a double fork) escape a signal to that group. As a
// child subreaper this process inherits them, whatever they do, and so it can kill until none is left: when
// the harness says so, and when the harness itself is gone (PR_SET_PDEATHSIG; not SIGKILL, which would orphan
// the rest). It also sees the tool end at once, however busy the harness's loop is, so that latencies are
// true.
//
// It is a program of its own, rather than code in the harness, because orphans of runs at the same time must
// not have the same parent. It stays for the next run because its own exec and exit would be a fifth of what
// running a short tool costs. It has no C library, one page of code and a buffer: its start is paid for by
// every harness, and glibc's start-up costs more than all that this does.
//
// All signals are blocked when it starts; it takes them one by one.
#include "become_program.h"
#include "program_entry.h"
#include "reaper_board.h"
#include "reaper_protocol.h"
#include "reaper_request.h"
#include "system_call.h"

namespace assay::execution {
namespace {

struct Timespec {
  long seconds;
  long nanoseconds;
};
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
constexpr int kKill = 9, kTerminate = 15, kChild = 17, kContinue = 18;
constexpr long kNoHang = 1;

struct Run {
  ReaperReport report;
  long tool;         // pid; its process group is named by the same number
  bool tool_reaped;  // then that number may be anybody's
  bool killing;
  bool orphaned;
};

// What a process needs that becomes the tool.
struct Beginning {
  const ToolStart* start;
  ReaperReport* report;  // also what went wrong
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

// Runs in this process's memory until it execs.
void become_tool(void* argument) {
  const Beginning& beginning = *static_cast<Beginning*>(argument);
  const ToolStart& start = *beginning.start;
  ReaperReport& report = *beginning.report;
  // Now, and by itself, for the case that the tool ends the reaper at once: see Job::reaper_ended.
  report.tool = static_cast<int>(system_call(kSysGetpid));
  publish(report);
  system_call(kSysPrctl, kSetDeathSignal, kKill, 0, 0);
  if (system_call(kSysGetppid) != beginning.reaper) return;  // it has ended before that
  system_call(kSysSetpgid, 0, 0);
  long error = -system_call(kSysFchdir, start.descriptors[kRequestFolder]);
  if (!error && start.folder) error = -system_call(kSysChdir, address(start.folder));
  if (error) return fail(report, FailedStep::folder, error);
  if (!take_streams(start)) return fail(report, FailedStep::streams, 9 /* EBADF */);
  restore_signals();
  fail(report, FailedStep::exec, execute_first(start.paths, start.argv, start.environment));
}

long now() {
  Timespec time;
  system_call(kSysClockGettime, 1 /* CLOCK_MONOTONIC */, address(&time));
  return time.seconds * 1'000'000'000 + time.nanoseconds;
}

long number(const char* digits) {
  long value = 0;
  for (; *digits; ++digits) value = value * 10 + (*digits - '0');
  return value;
}

unsigned long bit(int signal) { return 1ul << (signal - 1); }

// Waits where there is no `limit`. Negative where none of them came.
long next_signal(unsigned long signals, const Timespec* limit) {
  return system_call(kSysSigtimedwait, address(&signals), 0, address(limit), sizeof signals);
}

void signal_group(const Run& run, int signal) {
  if (!run.tool_reaped) system_call(kSysKill, -run.tool, signal);
}

// Children that are dead but not reaped keep their numbers, so none of these can be somebody else.
bool kill_children() {
  const long list =
      system_call(kSysOpenat, kCurrentFolder, address("/proc/thread-self/children"), kOpenFlags, 0);
  if (list < 0) return false;
  char text[2048];  // what does not fit comes in the next round
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
  run.report.ended_ns = now();
  run.tool_reaped = true;
  run.report.state = ToolState::ended;
  run.report.wait_status = wait_status;
  run.report.user_us = usage.user.seconds * 1'000'000 + usage.user.microseconds;
  run.report.system_us = usage.system.seconds * 1'000'000 + usage.system.microseconds;
  run.report.max_rss_kib = usage.max_rss;
}

// Takes what has ended. False where no child is left.
bool reap(Run& run) {
  const bool reaped_before = run.tool_reaped;
  for (;;) {
    int wait_status = 0;
    Usage usage;
    const long pid = system_call(kSysWait4, -1, address(&wait_status), kNoHang, address(&usage));
    if (pid == -kNoChild) return false;
    if (pid <= 0) break;
    if (pid == run.tool && !run.tool_reaped) {
      note_end(run, wait_status, usage);
    } else if (run.tool_reaped && run.killing && (wait_status & 0x7f) == kKill) {
      run.report.left = Left::killed;
    }
  }
  if (run.tool_reaped && !reaped_before) {
    publish(run.report);
    ring();
  }
  return true;
}

// Ends everything. Each death hands the dead one's children to us, so this goes on until there are none.
void kill_all(Run& run) {
  run.killing = true;
  signal_group(run, kKill);
  while (reap(run)) {
    if (!kill_children()) {
      run.report.left = Left::unknown;
      if (run.tool_reaped) return;
    }
    system_call(kSysWaitid, 0 /* P_ALL */, 0, 0, 4 | 0x01000000 /* WEXITED | WNOWAIT */, 0);
  }
}

void watch(Run& run) {
  while (reap(run)) {
    const long signal = next_signal(bit(kChild) | bit(kOrderSignal) | bit(kOrphanedSignal), nullptr);
    const Order order = signal == kOrderSignal ? order_of_harness() : Order::none;
    run.orphaned |= signal == kOrphanedSignal;
    if (order == Order::stop) {
      signal_group(run, kTerminate);
      signal_group(run, kContinue);
    } else if (order == Order::kill || run.orphaned) {
      return kill_all(run);
    }
  }
}

// One by one: without a C library there is no memset.
void start_blank(Run& run) {
  ReaperReport& report = run.report;
  report.failed = FailedStep::none;
  report.left = Left::nothing;
  report.state = ToolState::running;
  report.error = report.wait_status = report.tool = 0;
  report.ended_ns = report.user_us = report.system_us = report.max_rss_kib = 0;
  run.tool_reaped = run.killing = run.orphaned = false;
}

// One run. False where there cannot be another.
bool serve(const Request& request, const ToolStart& start) {
  Run run;
  start_blank(run);
  Beginning beginning;
  beginning.start = &start;
  beginning.report = &run.report;
  beginning.reaper = system_call(kSysGetpid);
  alignas(16) char stack[1024];  // no signal comes on it, and the kernel has its own
  run.report.started_ns = now();
  run.tool = clone_running(kSysClone, kCloneFlags, address(stack + sizeof stack), &become_tool, &beginning);
  if (run.tool < 0) fail(run.report, FailedStep::exec, -run.tool);
  forget(request, start);
  if (run.report.failed != FailedStep::none) {
    system_call(kSysWait4, -1, 0, 0, 0);
  } else {
    watch(run);
  }
  run.report.state = ToolState::over;
  publish(run.report);
  ring();
  return !run.orphaned && run.report.left != Left::unknown;
}

void keep_from_tool(int descriptor) {
  system_call(kSysFcntl, descriptor, 2 /* F_SETFD */, 1 /* FD_CLOEXEC */);
}

void reaper(char** argv) {
  system_call(kSysPrctl, kSetDeathSignal, kOrphanedSignal, 0, 0);
  if (system_call(kSysGetppid) != number(argv[2])) return;  // the harness was gone before that
  system_call(kSysPrctl, kSetChildSubreaper, 1, 0, 0);
  system_call(kSysPrctl, kSetName, address("assay-reaper"), 0, 0);
  restore_signal(kChild);  // ignored, it would discard what children end with
  const int own[] = {kBoardDescriptor, kBellDescriptor, kRequestDescriptor, kImageDescriptor};
  for (const int descriptor : own) keep_from_tool(descriptor);
  take_slot(number(argv[1]));
  // The harness's thread may have ended while this waited for a request, with all signals blocked.
  const Timespec at_once = {0, 0};
  ToolStart start;
  while (const Request* request = receive(start)) {
    if (next_signal(bit(kOrphanedSignal), &at_once) == kOrphanedSignal || !serve(*request, start)) return;
  }
}

}  // namespace
}  // namespace assay::execution

// The stack: argc, argv…, null, environment…, null.
extern "C" [[noreturn]] void program_entry(long* stack) {
  assay::execution::reaper(reinterpret_cast<char**>(stack + 1));
  for (;;) assay::execution::system_call(assay::execution::kSysExitGroup, 0);
}
