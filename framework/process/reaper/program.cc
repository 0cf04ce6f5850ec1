// SPDX-License-Identifier: Apache-2.0
// The reaper: a small process between the harness and the tools of one slot, which it runs one after another.
//
//   reaper SLOT PARENT
//
// Descendants that leave the tool's process group (setsid, a double fork) escape a signal to that group. As a
// child subreaper this process inherits them, whatever they do, and so it can kill until none is left: when
// the harness orders it, and when the harness itself is gone (PR_SET_PDEATHSIG; not SIGKILL, which would
// orphan the rest). It also sees the tool end at once, however busy the harness's loop is, so that latencies
// are accurate.
//
// It is a separate program, rather than code in the harness, because orphans of concurrent runs must not have
// the same parent. It stays for the next run because its own exec and exit would be a fifth of the cost of
// running a short tool. It has no C library (where worker/system_call.h can do without), one page of code and
// a buffer: every harness pays for its start, and glibc's start-up costs more than everything this does.
//
// For a request whose reach is the process group, it is not a subreaper during that run.
//
// All signals are blocked when it starts; it takes them synchronously, one by one.
#include "reaper/program.h"

#include "worker/program_entry.h"

namespace assay::process {
namespace {

// Detaches from the terminal, so that a tool cannot ask for a password: opening /dev/tty fails.
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

// While idle, this also exits when the harness's thread ends: the end of the requests may not come, as a
// child of the harness may hold the socket. Discards such a signal if a tool sent it.
const Request* next_request(ToolStart& start) {
  const Timespec at_once = {0, 0};
  SignalInfo info;
  while (next_signal(bit(kOrphanedSignal), info, &at_once) == kOrphanedSignal)
    if (is_orphaned(info)) return nullptr;
  set_blocked(kOrphanedSignal, false);
  const Request* request = receive(start);
  set_blocked(kOrphanedSignal, true);
  return request;
}

void reaper(char** argv) {
  harness = number(argv[2]);
  system_call(kSysPrctl, kSetDeathSignal, kOrphanedSignal, 0, 0);
  if (system_call(kSysGetppid) != harness) return;  // it ended before prctl
  system_call(kSysPrctl, kSetDumpable, 0, 0, 0);    // keeps tools out of this process, except root's
  system_call(kSysPrctl, kSetName, address("assay-reaper"), 0, 0);
  restore_signal(kChild);  // if ignored, children's exit statuses would be discarded
  restore_signal(kOrphanedSignal);
  const int own[] = {kLineDescriptor, kBoardDescriptor, kBellDescriptor};
  for (const int descriptor : own) keep_from_tool(descriptor);
  system_call(kSysClose, kImageDescriptor);
  give_up_terminal();
  if (!take_slot(number(argv[1]))) return;
  ToolStart start;
  while (const Request* request = next_request(start))
    if (!serve(*request, start)) return;
}

}  // namespace
}  // namespace assay::process

// The stack: argc, argv…, null, environment…, null.
extern "C" [[noreturn]] void program_entry(long* stack) {
  assay::process::reaper(reinterpret_cast<char**>(stack + 1));
  for (;;) assay::process::system_call(assay::process::kSysExitGroup, 0);
}
