// SPDX-License-Identifier: Apache-2.0
// Worker programs: small processes of their own that this program starts, tells what to do, and outlives or
// is outlived by without a trace. Reapers are some (reaper/), a sandbox's workers are others.
//
// A worker's program is compiled into this one (assay_embed_program in cmake/AssayRoom.cmake) and executed
// from a memory file, or from a file that has no name any more where a system forbids that. It begins with
// nothing of this program's: no memory, no environment, no descriptors but those of worker_descriptors.h, all
// signals blocked, in a process group of its own.
//
// Both talk over a socket of messages (its line); memory that both have mapped takes what is too frequent for
// messages. Neither can miss the other's end: the worker's end ends the line. A worker asks for a signal at
// the end of the thread that started it (PR_SET_PDEATHSIG), and reads the end of the line as the end of its
// work.
//
// Nothing here waits but end_worker, or throws. Errors are errnos.
#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/descriptor.h"

namespace assay::process {

// How long an end is waited for that should come at once, and then once more after SIGKILL: for a process
// that the system cannot end (a hung disk) or that we may not signal (it became another user).
inline constexpr std::chrono::seconds kPatience{5};
// Between two signals to the same end.
inline constexpr std::chrono::milliseconds kPause{50};

// An executable file without a name, of these bytes. Invalid where the system refuses (errno). In a folder:
// of the first that lets programs be executed, of TMPDIR, /tmp, /var/tmp and the current one.
enum class ImagePlace { memory, folder };
Descriptor make_image(std::string_view program, const char* name, ImagePlace place);

struct WorkerStart {
  int image = -1;                      // all descriptors: of above_standard()
  std::vector<std::string> arguments;  // from argv[0]
  int null_input = -1;                 // becomes its three standard streams
  std::vector<int> shared;             // become kFirstShared and those after it; at most kMostShared
};

struct Worker {
  int pid = -1;
  Descriptor line;  // to it; closed on exec. SOCK_SEQPACKET, for which see send_message
  int error = 0;    // where pid is -1: none was started
};

// Two ends of a line, before there is a worker: so that its first message waits for it.
struct Line {
  Descriptor ours;
  Descriptor theirs;
};
Line make_line();
// `theirs` is used up. Returns once the worker is its program, or could not become it.
Worker start_worker(const WorkerStart& start, Line line);

// Shuts the line for writing and waits for the worker's end, which it kills after kPatience; one that does
// not end even so is left behind after another. Reaps it.
void end_worker(int pid, int line);

// Whether the other end of the line is gone.
bool has_hung_up(int line);

// One message with at most kMostPassed descriptors, without waiting. 0 or the errno: EPIPE or ECONNRESET
// where nobody is there to receive it.
int send_message(int line, std::string_view bytes, std::span<const int> descriptors);

// Memory for several processes, blank at first, by a descriptor to be handed to them. Of fixed size.
class SharedMemory {
 public:
  SharedMemory(const char* name, std::size_t bytes);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  int descriptor() const { return file_.get(); }
  void* begin() const { return begin_; }  // null where the system refused (errno)

 private:
  Descriptor file_;
  std::size_t bytes_;
  void* begin_ = nullptr;
};

}  // namespace assay::process
