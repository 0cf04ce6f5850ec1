// SPDX-License-Identifier: Apache-2.0
// Manages the reapers (program.cc) between an executor and its tools: each has one run at a time, and stays
// for later runs. Not thread-safe. Blocks only for reapers that have to end: they exit at once unless the
// system is in trouble, and are given up after twice kPatience.
#pragma once

#include <sys/types.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "assay/internal/worker.h"
#include "assay/process.h"
#include "reaper/protocol.h"

namespace assay::process {

// The slots of several reapers, in memory that they write: a run needs neither a pipe nor a wake-up of our
// loop for its report.
class Board {
 public:
  explicit Board(unsigned slots);

  explicit operator bool() const { return memory_.begin() != nullptr; }
  int descriptor() const { return memory_.descriptor(); }
  // Blanks the slot and its order. REQUIRES: it has no run.
  void clear(unsigned slot);
  ReaperReport read(unsigned slot) const;
  void order(unsigned slot, Order order);

 private:
  Slot* slots() const { return static_cast<Slot*>(memory_.begin()); }

  SharedMemory memory_;
};

// The parameters for starting a tool. All arrays end with a null pointer; all pointers are borrowed for the
// call.
struct Launch {
  const char* const* paths;  // tried in this order, as execvp does
  const char* const* argv;
  const char* const* environment;
  const char* cwd = nullptr;  // null: ours
  int input = -1;             // these become 0, 1 and 2
  int output = -1;
  int errors = -1;
};

// Serialises `launch` for the reaper: with offsets in place of pointers.
std::string request_of(const Launch& launch, Reach reach);

struct Sent {
  ProcessStep failed = ProcessStep::none;
  int error = 0;  // EPIPE or ECONNRESET if there is no receiver
};
// Sends it with the streams of `launch` and our current folder. Does not block.
Sent send_request(int line, const std::string& request, const Launch& launch);

class Supervision {
 public:
  using Stream = boost::asio::posix::stream_descriptor;

  // For up to `runs` runs at a time. The loop must outlive it; `null_input` is that of WorkerStart. Throws
  // Error if the system refuses a resource.
  Supervision(boost::asio::io_context& loop, unsigned runs, Reach reach, int null_input);
  // Ends the reapers and waits for them. REQUIRES: every remaining run has been ordered to be killed.
  ~Supervision();
  Supervision(const Supervision&) = delete;
  Supervision& operator=(const Supervision&) = delete;

  struct Begun {
    unsigned slot = 0;
    ProcessStep failed = ProcessStep::none;  // if set, nothing is running
    int error = 0;
  };
  // Makes a reaper start `launch`. EAGAIN if every slot has a run. Throws Error if reapers cannot be
  // executed.
  Begun begin(const Launch& launch);
  // Call when the slot's run is over, or its reaper has ended.
  void give_back(unsigned slot);
  // For a run that cannot be ended: it keeps its slot, of which there are spares, and is no longer waited
  // for.
  void abandon(unsigned slot);

  ReaperReport report(unsigned slot) const { return board_.read(slot); }
  void order(unsigned slot, Order order);
  // SIGKILL to the tool's process group, for a reaper that cannot do it. No effect if the tool has ended.
  void kill_tool(unsigned slot) const;
  // Signals the reaper itself.
  void signal(unsigned slot, int signal) const;
  // Readable once the reaper has ended; has_ended() is then true.
  Stream& line(unsigned slot) { return reapers_[slot].line; }
  bool has_ended(unsigned slot);

  // An eventfd, rung when a slot has changed.
  int bell() const { return bell_.get(); }
  // Ends idle reapers to free their descriptors. False if there was none.
  bool release_idle();
  // For tests: executes this from now on instead of the reaper.
  void set_image(Descriptor image) { image_ = std::move(image); }

 private:
  struct Reaper {
    explicit Reaper(boost::asio::io_context& loop) : line(loop) {}
    Stream line;  // open if there is a reaper
    pid_t pid = -1;
    std::uint64_t thread = 0;  // the thread whose end ends the reaper
    bool has_grown = false;    // because of a large request: Linux would charge that to later tools
  };

  Sent start_reaper(unsigned slot, const std::string& request, const Launch& run);
  Worker execute(const WorkerStart& start, const std::string& request, const Launch& run, Sent& sent);
  void dismiss(Reaper& reaper);

  Reach reach_;
  ImagePlace place_ = ImagePlace::memory;
  Descriptor image_;
  Descriptor bell_;
  Board board_;
  int null_input_;
  std::vector<Reaper> reapers_;
  std::vector<unsigned> free_;  // those with a reaper are used first
  std::vector<pid_t> abandoned_;
};

}  // namespace assay::process
