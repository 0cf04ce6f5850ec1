// SPDX-License-Identifier: Apache-2.0
/* A tree of processes, each in a session of its own, that grows until it is 2^depth wide; all wait for ever.
 */
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char** argv) {
  int depth = argc > 1 ? atoi(argv[1]) : 5;
  while (depth-- > 0) {
    if (fork() == 0) setsid();
  }
  for (;;) pause();
}
