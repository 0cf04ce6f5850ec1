// SPDX-License-Identifier: Apache-2.0
// The signals that the reaper takes synchronously, one by one.
#pragma once

#include "reaper/protocol.h"
#include "worker/system_call.h"

namespace assay::process {

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

}  // namespace assay::process
