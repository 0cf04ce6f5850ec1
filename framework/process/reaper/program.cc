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
// running a short tool costs. It has no C library (where worker/system_call.h can do without), one page of
// code and a buffer: its start is paid for by every harness, and glibc's start-up costs more than all that
// this does.
//
// Where a request reaches for the process group alone, it is no subreaper while that run goes on.
//
// All signals are blocked when it starts; it takes them one by one.
#include "reaper/become_program.h"
#include "reaper/program_board.h"
#include "reaper/program_request.h"
#include "reaper/program_start.h"
#include "reaper/protocol.h"
#include "worker/program_entry.h"
#include "worker/system_call.h"

namespace assay::process {
namespace {

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

struct SignalInfo {
  int signal, error, code, unused;
  int sender;
  int uid;
  int status;  // of a child that sends it by its end
  int rest[25];
};

long harness;  // pid

struct Run {
  ReaperReport report;
  long tool;         // pid; its process group is named by the same number
  bool tool_reaped;  // then that number may be anybody's
  bool killing;
  bool orphaned;
};

long number(const char* digits) {
  long value = 0;
  for (; *digits; ++digits) value = value * 10 + (*digits - '0');
  return value;
}

unsigned long bit(int signal) { return 1ul << (signal - 1); }

// Waits where there is no `limit`. Negative where none of them came.
long next_signal(unsigned long signals, SignalInfo& info, const Timespec* limit) {
  return system_call(kSysSigtimedwait, address(&signals), address(&info), address(limit), sizeof signals);
}

// A tool may send that signal, too, but not in the harness's name.
bool is_orphaned(const SignalInfo& info) {
  return (info.code == 0 /* SI_USER */ && info.sender == harness) || system_call(kSysGetppid) != harness;
}

void signal_group(const Run& run, int signal) {
  if (!run.tool_reaped) system_call(kSysKill, -run.tool, signal);
}

// Of another namespace of processes, /proc has numbers that are not ours.
bool has_own_numbers() {
  char text[16];
  const long length =
      system_call(kSysReadlinkat, kCurrentFolder, address("/proc/self"), address(text), sizeof text - 1);
  if (length <= 0) return false;
  text[length] = 0;
  return number(text) == system_call(kSysGetpid);
}

// Children that are dead but not reaped keep their numbers, so none of these can be somebody else.
bool kill_children() {
  if (!has_own_numbers()) return false;
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
  run.report.ended_ns = monotonic_ns();
  run.report.state = ToolState::ended;
  run.report.wait_status = wait_status;
  run.report.user_us = usage.user.seconds * 1'000'000 + usage.user.microseconds;
  run.report.system_us = usage.system.seconds * 1'000'000 + usage.system.microseconds;
  run.report.max_rss_kib = usage.max_rss;
}

// A child that asked to be traced by its parent stops at each signal until that lets it go on.
void let_go_on(long pid, int wait_status) {
  constexpr int kDetach = 17, kTrap = 5;
  const int signal = wait_status >> 8 & 0xff;
  system_call(kSysPtrace, kDetach, pid, 0, signal == kTrap ? 0 : signal);
}

// Takes what has ended. False where no child is left.
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

// Ends everything. Each death hands the dead one's children to us, so this goes on until there are none.
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

// Waits until something has happened. True where it is time to kill.
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
  while (reap(run)) {
    if (is_to_kill(run)) return kill_all(run);
  }
}

// Takes note of the tool's end without reaping it, so that its number stays its group's.
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
  const bool reaches_all = request.reach == Reach::descendants;
  system_call(kSysPrctl, kSetChildSubreaper, reaches_all, 0, 0);
  run.report.started_ns = monotonic_ns();
  run.tool = start_tool(start, run.report);
  forget(request, start);
  if (run.report.failed != FailedStep::none) {
    system_call(kSysWait4, -1, 0, 0, 0);
  } else if (reaches_all) {
    watch_descendants(run);
  } else {
    watch_group(run);
  }
  run.report.state = ToolState::over;
  publish(run.report);
  ring();
  return !run.orphaned && run.report.left != Left::unknown;
}

// So that a tool cannot ask for a password: opening /dev/tty fails.
void give_up_terminal() {
  constexpr long kReadAndWrite = 2, kNoTerminal = 0x5422;  // O_RDWR, TIOCNOTTY
  const long terminal =
      system_call(kSysOpenat, kCurrentFolder, address("/dev/tty"), kReadAndWrite | kOpenFlags);
  if (terminal < 0) return;
  system_call(kSysIoctl, terminal, kNoTerminal);
  system_call(kSysClose, terminal);
}

void keep_from_tool(int descriptor) {
  system_call(kSysFcntl, descriptor, 2 /* F_SETFD */, 1 /* FD_CLOEXEC */);
}

void set_blocked(int signal, bool is_blocked) {
  const unsigned long signals = bit(signal);
  system_call(kSysSigprocmask, is_blocked ? 0 : 1 /* SIG_BLOCK, SIG_UNBLOCK */, address(&signals), 0,
              sizeof signals);
}

// While there is nothing to do, the end of the harness's thread ends this, too: the end of the requests may
// not come, as a child of the harness may hold the socket. What a tool sent in its place is taken away
// before.
const Request* next_request(ToolStart& start) {
  const Timespec at_once = {0, 0};
  SignalInfo info;
  while (next_signal(bit(kOrphanedSignal), info, &at_once) == kOrphanedSignal) {
    if (is_orphaned(info)) return nullptr;
  }
  set_blocked(kOrphanedSignal, false);
  const Request* request = receive(start);
  set_blocked(kOrphanedSignal, true);
  return request;
}

void reaper(char** argv) {
  harness = number(argv[2]);
  system_call(kSysPrctl, kSetDeathSignal, kOrphanedSignal, 0, 0);
  if (system_call(kSysGetppid) != harness) return;  // it was gone before that
  system_call(kSysPrctl, kSetDumpable, 0, 0, 0);    // a tool has no business in here, unless it is root's
  system_call(kSysPrctl, kSetName, address("assay-reaper"), 0, 0);
  restore_signal(kChild);  // ignored, it would discard what children end with
  restore_signal(kOrphanedSignal);
  const int own[] = {kLineDescriptor, kBoardDescriptor, kBellDescriptor};
  for (const int descriptor : own) keep_from_tool(descriptor);
  system_call(kSysClose, kImageDescriptor);
  give_up_terminal();
  if (!take_slot(number(argv[1]))) return;
  ToolStart start;
  while (const Request* request = next_request(start)) {
    if (!serve(*request, start)) return;
  }
}

}  // namespace
}  // namespace assay::process

// The stack: argc, argv…, null, environment…, null.
extern "C" [[noreturn]] void program_entry(long* stack) {
  assay::process::reaper(reinterpret_cast<char**>(stack + 1));
  for (;;) assay::process::system_call(assay::process::kSysExitGroup, 0);
}
