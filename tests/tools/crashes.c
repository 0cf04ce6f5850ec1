// SPDX-License-Identifier: Apache-2.0
/* Ends by SIGSEGV, without a core file. */
#include <signal.h>
#include <sys/resource.h>

int main(void) {
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  signal(SIGSEGV, SIG_DFL);
  raise(SIGSEGV);
  return 0;
}
