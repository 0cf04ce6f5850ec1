// The reaper: a small process between the harness and one run of a tool.
//
//   reaper SLOT PARENT PATH… "" ARGV…
//
// Descendants that leave the tool's process group (setsid, a double fork) escape a signal to that group. As a
// child subreaper this process inherits them, whatever they do, and so it can kill until none is left: when
// the harness says so, and when the harness itself is gone (PR_SET_PDEATHSIG; not SIGKILL, which would orphan
// the rest). It also sees the tool end at once, however busy the harness's loop is, so that latencies are
// true.
//
// It is a program of its own, rather than code in the harness, because orphans of different runs must not
// have the same parent. It has no C library, one page of code and no data, because its start is paid for by
// every run: glibc's start-up costs more than all that this does.
//
// All signals are blocked when it starts; it takes them one by one.
#include "reaper_report.h"
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
struct SignalAction {
  void* handler;
  unsigned long flags;
  void* restorer;
  unsigned long mask;
};

constexpr long kNoEntry = 2, kAccess = 13, kNoChild = 10, kNotDirectory = 20;
constexpr int kHangup = 1, kInterrupt = 2, kQuit = 3, kKill = 9, kPipe = 13, kTerminate = 15, kChild = 17,
              kContinue = 18, kFileSize = 25;
constexpr long kNoHang = 1;

void default_action(int signal) {
  SignalAction action;
  action.handler = nullptr;
  action.flags = 0;
  action.restorer = nullptr;
  action.mask = 0;
  system_call(kSysSigaction, signal, address(&action), 0, sizeof action.mask);
}

struct Run {
  ReaperReport report;
  long slot;
  long tool;         // pid; its process group is named by the same number
  bool tool_reaped;  // then that number may be anybody's
  bool killing;
  int status;
};

void publish(const Run& run) {
  system_call(kSysPwrite, kBoardDescriptor, address(&run.report), sizeof run.report,
              run.slot * static_cast<long>(sizeof run.report));
}

// What the tool's process needs, and its errno where it could not become the tool.
struct Start {
  Run* run;
  char** paths;  // ends with an empty string
  char** argv;
  char** environment;
  long error;
};

// Runs in this process's memory until it execs.
void become_tool(void* argument) {
  auto* start = static_cast<Start*>(argument);
  // Now, and by itself, for the case that the tool ends the reaper at once: see Job::process_gone.
  start->run->report.tool = static_cast<int>(system_call(kSysGetpid));
  publish(*start->run);
  system_call(kSysPrctl, kSetDeathSignal, kKill, 0, 0);
  system_call(kSysSetpgid, 0, 0);
  system_call(kSysClose, kBoardDescriptor);
  system_call(kSysClose, kBellDescriptor);
  // Ignored signals stay ignored through exec; a tool expects these to work, whatever started the harness.
  const int restored[] = {kHangup, kInterrupt, kQuit, kPipe, kTerminate, kFileSize};
  for (int signal : restored) default_action(signal);
  const unsigned long none = 0;
  system_call(kSysSigprocmask, 2 /* SIG_SETMASK */, address(&none), 0, sizeof none);
  long denied = 0;
  for (char** path = start->paths; **path; ++path) {
    start->error = 0;  // an execve that succeeds does not come back to do so
    const long error =
        -system_call(kSysExecve, address(*path), address(start->argv), address(start->environment));
    start->error = error;
    if (error == kAccess) denied = error;
    if (error != kNoEntry && error != kNotDirectory && error != kAccess) return;
  }
  if (denied) start->error = denied;
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

void signal_group(const Run& run, int signal) {
  if (!run.tool_reaped) system_call(kSysKill, -run.tool, signal);
}

// Children that are dead but not reaped keep their numbers, so none of these can be somebody else.
bool kill_children() {
  const long list =
      system_call(kSysOpenat, kCurrentFolder, address("/proc/thread-self/children"), kOpenFlags, 0);
  if (list < 0) return false;
  char text[2048];
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
  publish(run);
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
      run.status = kKilledOthers;
    }
  }
  if (run.tool_reaped && !reaped_before) {
    const std::uint64_t one = 1;
    system_call(kSysWrite, kBellDescriptor, address(&one), sizeof one);
  }
  return true;
}

// Ends everything. Each death hands the dead one's children to us, so this goes on until there are none.
void kill_all(Run& run) {
  run.killing = true;
  signal_group(run, kKill);
  while (reap(run)) {
    if (!kill_children()) {
      run.status = kCannotList;
      if (run.tool_reaped) return;
    }
    system_call(kSysWaitid, 0 /* P_ALL */, 0, 0, 4 | 0x01000000 /* WEXITED | WNOWAIT */, 0);
  }
}

void watch(Run& run) {
  const unsigned long heeded = 1ul << (kChild - 1) | 1ul << (kStopSignal - 1) | 1ul << (kKillSignal - 1);
  while (reap(run)) {
    const long signal = system_call(kSysSigtimedwait, address(&heeded), 0, 0, sizeof heeded);
    if (signal == kStopSignal) {
      signal_group(run, kTerminate);
      signal_group(run, kContinue);
    } else if (signal == kKillSignal) {
      return kill_all(run);
    }
  }
}

int reaper(char** argv, char** environment) {
  system_call(kSysPrctl, kSetDeathSignal, kKillSignal, 0, 0);
  if (system_call(kSysGetppid) != number(argv[2])) return kNothingLeft;  // the harness was gone before that
  system_call(kSysPrctl, kSetChildSubreaper, 1, 0, 0);
  system_call(kSysPrctl, kSetName, address("assay-reaper"), 0, 0);
  default_action(kChild);  // ignored, it would discard what children end with

  Run run;
  run.report.state = ToolState::running;
  run.report.error = run.report.tool = 0;
  run.slot = number(argv[1]);
  run.tool_reaped = run.killing = false;
  run.status = kNothingLeft;
  Start start;
  start.run = &run;
  start.paths = argv + 3;
  start.argv = start.paths;
  while (**start.argv) ++start.argv;
  ++start.argv;
  start.environment = environment;
  start.error = 0;

  alignas(16) char stack[1024];
  run.report.started_ns = now();
  run.tool = clone_sharing_memory(stack + sizeof stack, &become_tool, &start);
  for (long stream = 0; stream < 3; ++stream)
    system_call(kSysClose, stream);  // or they would stay open as long as this lives
  if (run.tool < 0 || start.error) {
    run.report.state = ToolState::exec_failed;
    run.report.error = static_cast<int>(run.tool < 0 ? -run.tool : start.error);
    publish(run);
    system_call(kSysWait4, -1, 0, 0, 0);
    return kNothingLeft;
  }
  watch(run);
  return run.status;
}

}  // namespace
}  // namespace assay::execution

// The stack: argc, argv…, null, environment…, null.
extern "C" [[noreturn]] void program_entry(long* stack) {
  using namespace assay::execution;
  const long argc = stack[0];
  char** argv = reinterpret_cast<char**>(stack + 1);
  const int status = reaper(argv, argv + argc + 1);
  for (;;) system_call(kSysExitGroup, status);
}
