// SPDX-License-Identifier: Apache-2.0
// From a new process to the program that it shall be, as execvp goes about it: for what runs between clone
// and exec, in memory that is its parent's too.
#pragma once

#include "worker/system_call.h"

namespace assay::process {

// HUP, INT, QUIT, PIPE, TERM, CHLD and XFSZ: ignored signals stay ignored through exec; a tool expects these
// to work, whatever started the harness.
inline constexpr int kRestoredSignals[] = {1, 2, 3, 13, 15, 17, 25};

inline constexpr long kNoEntry = 2, kAccess = 13, kNotDirectory = 20;  // errnos

// SIG_DFL, no flags, an empty mask: the kernel's struct sigaction.
[[gnu::always_inline]] inline void restore_signal(int signal) {
  static constexpr unsigned long kDefault[4] = {};
  system_call(kSysSigaction, signal, address(kDefault), 0, sizeof(unsigned long));
}

// And none is blocked.
[[gnu::always_inline]] inline void restore_signals() {
  static constexpr unsigned long kNone = 0;
  for (const int signal : kRestoredSignals) restore_signal(signal);
  system_call(kSysSigprocmask, 2 /* SIG_SETMASK */, address(&kNone), 0, sizeof kNone);
}

// The first of the paths that can be executed; a file that may not be is remembered and the search goes on.
// Returns the errno where there is none. All arrays end with a null pointer.
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
