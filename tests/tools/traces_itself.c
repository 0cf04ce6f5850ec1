// SPDX-License-Identifier: Apache-2.0
/* Has its parent trace it, as programs do that do not want to be debugged, and goes on. */
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>

static void on_signal(int signal) { (void)signal; }

int main(void) {
  signal(SIGUSR1, on_signal);
  ptrace(PTRACE_TRACEME, 0, NULL, NULL);
  raise(SIGUSR1);
  puts("done");
  return 3;
}
