// Making a process from a program that may be large and have threads: never by fork, whose cost grows with
// memory.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>

#include "assay/process.h"
#include "descriptor.h"

namespace assay::process {

// What the new process becomes. All arrays end with a null pointer and all pointers are borrowed for the
// call.
struct Launch {
  const char* const* paths;  // tried in this order, as execvp does; unused where there is an image
  const char* const* argv;
  const char* const* environment;
  const char* cwd = nullptr;  // null: inherited
  // Descriptors, all above kRequestDescriptor. The first three become 0, 1 and 2.
  int input = -1;
  int output = -1;
  int errors = -1;
  // With an image (an open executable), that is executed instead of a path, with all
  // signals blocked and the next three descriptors as 3, 4 and 5 (reaper_protocol.h).
  int image = -1;
  int board = -1;
  int bell = -1;
  int requests = -1;
  // Whether we have a controlling terminal, which it then gives up.
  bool has_terminal = false;
};

bool has_terminal();

struct Spawned {
  pid_t pid = -1;
  Descriptor pidfd;
  ProcessStep failed = ProcessStep::none;
  int error = 0;
};

// Does not throw and leaves nothing behind where it fails. The process has no other descriptors of ours,
// leads its own process group, has no controlling terminal, and (without an image) is killed when the calling
// thread ends.
Spawned spawn(const Launch& launch);

// What a process needs until it has become the program: it shares our memory until then.
struct Launching {
  Launch launch;
  alignas(16) std::array<char, 8 * 1024> stack;
  pid_t parent = -1;
  // CLOCK_MONOTONIC. The process, unless it is posix_spawn's, sets it again just before it becomes the
  // program, so that neither its making nor its wait for a processor counts as the program's. To be read once
  // it has ended.
  std::int64_t started_ns = 0;
  // Known once it has ended: where the error is not 0, it did not become the program, because of this step.
  ProcessStep failed = ProcessStep::none;
  int error = 0;
};

// The same without waiting until it is the program, which takes longer than all the rest. `launching`, and
// what its launch points to, must stay as it is until the process has ended or was sent SIGKILL.
Spawned spawn_without_waiting(Launching& launching);

// The same by posix_spawn, for kernels and processors that the above has no code for (it falls back to this
// by itself). Nothing kills that process when the calling thread ends, and it keeps the terminal.
Spawned spawn_portably(const Launch& launch);

}  // namespace assay::process
