// SPDX-License-Identifier: Apache-2.0
/* Leaves a process in a session of its own (a double fork, as daemons do), which holds the streams unless a
   second argument is given; writes its number to the file that the first argument names, then ends. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv) {
  int ready[2];
  if (argc < 2 || pipe(ready) != 0) return 2;
  if (fork() == 0) {
    setsid();
    if (fork() != 0) _exit(0);
    FILE* file = fopen(argv[1], "w");
    fprintf(file, "%d\n", (int)getpid());
    fclose(file);
    if (argc > 2) {
      close(0);
      close(1);
      close(2);
    }
    close(ready[0]);
    close(ready[1]);
    for (;;) pause();
  }
  close(ready[1]);
  char byte;
  while (read(ready[0], &byte, 1) > 0) {
  }
  wait(NULL);
  puts("done");
  return 0;
}
