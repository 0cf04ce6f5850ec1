// SPDX-License-Identifier: Apache-2.0
/* Prints the descriptors that it was started with, and whether SIGPIPE, SIGTERM or any signal is blocked or
 * ignored. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>

int main(void) {
  for (int fd = 0; fd < 1024; ++fd) {
    if (fcntl(fd, F_GETFD) != -1) printf("%d ", fd);
  }
  sigset_t blocked;
  sigprocmask(SIG_BLOCK, NULL, &blocked);
  for (int signal = 1; signal < 32; ++signal) {
    if (sigismember(&blocked, signal) == 1) printf("blocked:%d ", signal);
  }
  const int expected[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGCHLD};
  for (unsigned i = 0; i < sizeof expected / sizeof *expected; ++i) {
    struct sigaction action;
    sigaction(expected[i], NULL, &action);
    if (action.sa_handler != SIG_DFL) printf("ignored:%d ", expected[i]);
  }
  printf("\n");
  return 0;
}
