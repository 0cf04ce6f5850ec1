// SPDX-License-Identifier: Apache-2.0
// Turns a new process into its program, as execvp does: for code between clone and exec, which shares the
// parent's memory.
#pragma once

#include "reaper/protocol.h"
#include "worker/system_call.h"

namespace assay::process {

// HUP, INT, QUIT, PIPE, TERM, CHLD and XFSZ: ignored signals stay ignored across exec; a tool expects these
// to work, however the harness was started.
inline constexpr int kRestoredSignals[] = {1, 2, 3, 13, 15, 17, 25};

inline constexpr long kNoEntry = 2, kAccess = 13, kNotDirectory = 20;  // errnos

// SIG_DFL, no flags, an empty mask: the kernel's struct sigaction.
[[gnu::always_inline]] inline void restore_signal(int signal) {
  static constexpr unsigned long kDefault[4] = {};
  system_call(kSysSigaction, signal, address(kDefault), 0, sizeof(unsigned long));
}

// Also unblocks all signals.
[[gnu::always_inline]] inline void restore_signals() {
  static constexpr unsigned long kNone = 0;
  for (const int signal : kRestoredSignals) restore_signal(signal);
  system_call(kSysSigprocmask, 2 /* SIG_SETMASK */, address(&kNone), 0, sizeof kNone);
}

// Executes the first executable path; after a permission failure the search continues, and that error is
// returned if nothing else is found. Returns the errno on failure. All arrays end with a null pointer.
[[gnu::always_inline]] inline long execute_first(const char* const* paths, const void* argv,
                                                 const void* environment) {
  long error = kNoEntry;
  bool denied = false;
  for (; *paths; ++paths) {
    error = -system_call(kSysExecve, address(*paths), address(argv), address(environment));
    denied = denied || error == kAccess;
    if (error != kNoEntry && error != kNotDirectory && error != kAccess) return error;
  }
  return denied ? kAccess : error;
}

// The reaper's side of the board and the bell.

inline Slot* own_slot = nullptr;

// Maps the board into memory, so that no file size limit matters. False if the system refuses.
inline bool take_slot(long number) {
  const long length = (number + 1) * static_cast<long>(sizeof(Slot));
  const long board = system_call(kSysMmap, 0, length, 3 /* PROT_READ | PROT_WRITE */, 1 /* MAP_SHARED */,
                                 kBoardDescriptor, 0);
  if (board < 0 && board > -4096) return false;
  own_slot = reinterpret_cast<Slot*>(board) + number;
  return true;
}

inline void publish(const ReaperReport& report) {
  ReaperReport& written = own_slot->report;
  written.failed = report.failed;
  written.error = report.error;
  written.wait_status = report.wait_status;
  written.tool = report.tool;
  written.started_ns = report.started_ns;
  written.ended_ns = report.ended_ns;
  written.user_us = report.user_us;
  written.system_us = report.system_us;
  written.max_rss_kib = report.max_rss_kib;
  written.left = report.left;
  ToolState state = report.state;
  __atomic_store(&written.state, &state, __ATOMIC_RELEASE);
}

inline void ring() {
  const std::uint64_t one = 1;
  system_call(kSysWrite, kBellDescriptor, address(&one), sizeof one);
}

inline Order order_of_harness() {
  Order order;
  __atomic_load(&own_slot->order, &order, __ATOMIC_ACQUIRE);
  return order;
}

// The reaper's side of requests.

// The parts of a request that a tool is started with.
struct ToolStart {
  const char* const* paths;
  char** argv;
  char** environment;
  const char* folder;  // null: the harness's folder
  int descriptors[kMostDescriptors];
};

// Receives the next request, and the parts of it that a tool is started with; both are valid until forget().
// Null if the harness sends no more.
const Request* receive(ToolStart& start);

// Closes the descriptors of the request: otherwise the tool's streams would stay open as long as this process
// lives.
void forget(const Request& request, const ToolStart& start);

// The signals that the reaper takes synchronously, one by one.

struct SignalInfo {
  int signal, error, code, unused;
  int sender;
  int uid;
  int status;  // for a child that has ended
  int rest[25];
};

inline constexpr int kChild = 17;

inline long harness;  // its pid

// Parses a pid, as found in arguments and in /proc.
inline long number(const char* digits) {
  long value = 0;
  for (; *digits; ++digits) value = value * 10 + (*digits - '0');
  return value;
}

inline unsigned long bit(int signal) { return 1ul << (signal - 1); }

// Blocks if `limit` is null. Negative if none of them came.
inline long next_signal(unsigned long signals, SignalInfo& info, const Timespec* limit) {
  return system_call(kSysSigtimedwait, address(&signals), address(&info), address(limit), sizeof signals);
}

// A tool may send that signal, too, but cannot pretend to be the harness.
inline bool is_orphaned(const SignalInfo& info) {
  return (info.code == 0 /* SI_USER */ && info.sender == harness) || system_call(kSysGetppid) != harness;
}

inline void set_blocked(int signal, bool is_blocked) {
  const unsigned long signals = bit(signal);
  system_call(kSysSigprocmask, is_blocked ? 0 : 1 /* SIG_BLOCK, SIG_UNBLOCK */, address(&signals), 0,
              sizeof signals);
}

// How the reaper starts a tool.

// The pid of the tool's process. If it could not become the tool, the report says so; its process, if there
// is one, has exited and is not yet reaped.
long start_tool(const ToolStart& start, ReaperReport& report);

// One run of a tool, from its start until none of its processes is left.

// False if no further run is possible.
bool serve(const Request& request, const ToolStart& start);

}  // namespace assay::process
