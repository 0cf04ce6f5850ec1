// SPDX-License-Identifier: Apache-2.0
/* Prints the descriptors that it was started with, the signals that are blocked, and those that are not at
 * their default action. */
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
  for (int signal = 1; signal < 32; ++signal) {
    struct sigaction action;
    sigaction(signal, NULL, &action);
    if (action.sa_handler != SIG_DFL) printf("ignored:%d ", signal);
  }
  printf("\n");
  return 0;
}
