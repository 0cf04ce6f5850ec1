// SPDX-License-Identifier: Apache-2.0
// Turns a new process into its program, as execvp does: for code between clone and exec, which shares the
// parent's memory.
#pragma once

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

}  // namespace assay::process
