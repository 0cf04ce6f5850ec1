// SPDX-License-Identifier: Apache-2.0
// Worker programs: small separate processes that this program starts and instructs. When either of the two
// ends, nothing of the worker remains. Reapers are workers (reaper/), and so are a sandbox's workers.
//
// A worker's program is compiled into this one (assay_embed_program in cmake/AssayRoom.cmake) and executed
// from a memory file, or from an unlinked file if a system forbids that. It inherits nothing from this
// program: no memory, no environment, no descriptors except those of worker_descriptors.h; all signals are
// blocked, and it has its own process group.
//
// Both communicate over a socket of messages (its line); what is too frequent for messages goes through
// memory that both have mapped. Neither can miss the other's end: the worker's exit closes the line. A worker
// gets a signal when the thread that started it ends (PR_SET_PDEATHSIG), and takes the end of the line as the
// end of its work.
//
// Nothing here blocks except end_worker and start_worker, and nothing throws. Errors are errnos.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/descriptor.h"
#include "assay/internal/wire.h"

namespace assay::process {

// How long to wait for an exit that should come at once, and again after SIGKILL: some processes cannot be
// ended by the system (a hung disk) or signalled by us (it became another user).
inline constexpr std::chrono::seconds kPatience{5};
// Interval between two signals to the same process.
inline constexpr std::chrono::milliseconds kPause{50};

// An unlinked executable file with these bytes. Invalid if the system refuses (errno). `folder` uses the
// first of TMPDIR, /tmp, /var/tmp and the current folder that allows programs to be executed.
enum class ImagePlace { memory, folder };
Descriptor make_image(std::string_view program, const char* name, ImagePlace place);

struct WorkerStart {
  int image = -1;                      // all descriptors come from above_standard()
  std::vector<std::string> arguments;  // from argv[0]
  int null_input = -1;                 // becomes its three standard streams
  std::vector<int> shared;             // become kFirstShared and the following; at most kMostShared
};

struct Worker {
  int pid = -1;
  Descriptor line;  // to the worker; closed on exec. SOCK_SEQPACKET, see send_message
  int error = 0;    // if pid is -1: no worker was started
};

// Both ends of a line, made before the worker, so that its first message can be sent in advance.
struct SocketPair {
  Descriptor ours;
  Descriptor theirs;
};
SocketPair make_socket_pair();
// Consumes `theirs`. Returns once the worker has executed its program, or failed to.
Worker start_worker(const WorkerStart& start, SocketPair line);

// Shuts the line for writing, waits for the worker to exit, and kills it after kPatience; a worker that still
// does not exit is left behind after another kPatience. Reaps it.
void end_worker(int pid, int line);

// Whether the other end of the line is gone.
bool has_hung_up(int line);

// Sends one message with at most kMostPassed descriptors, without blocking. 0 or the errno: EPIPE or
// ECONNRESET if there is no receiver.
int send_message(int line, std::string_view bytes, std::span<const int> descriptors);

// Memory shared by several processes, zeroed at first, passed to them by descriptor. Of fixed size.
class SharedMemory {
 public:
  SharedMemory(const char* name, std::size_t bytes);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  int descriptor() const { return file_.get(); }
  void* begin() const { return begin_; }  // null if the system refused (errno)

 private:
  Descriptor file_;
  std::size_t bytes_;
  void* begin_ = nullptr;
};

// Workers that take their requests from a stream of frames, each a length and that many bytes of
// wire.h. Unlike messages, frames may be long, and the writer blocks until the other side has read.

// The worker finds its end of the stream as kFirstShared. If none could be started, worker.pid is -1 and
// `error` an errno.
struct StreamWorker {
  Worker worker;
  Descriptor stream;  // closed on exec
  int error = 0;
};
// `program`: the bytes of assay_embed_program. Neither blocks nor throws.
StreamWorker start_stream_worker(std::string_view program, const char* name);

inline constexpr std::uint64_t kLongestFrame = std::uint64_t{256} << 20;

// False if the other side is gone.
bool write_frame(int stream, std::string_view content);
inline bool write_frame(int stream, const Writer& content) { return write_frame(stream, content.bytes()); }

// Blocks. Empty if the other side is gone.
std::optional<std::string> read_frame(int stream);

}  // namespace assay::process
