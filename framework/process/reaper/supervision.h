// SPDX-License-Identifier: Apache-2.0
// What an executor needs to put reapers (program.cc) between itself and its tools: one for each run at a
// time, which stays for the runs after it. Used by one thread at a time, without a wait but for reapers that
// have to end: those end at once unless the system is in trouble, and are given up after twice kPatience.
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
#include "reaper/board.h"
#include "reaper/request.h"

namespace assay::process {

class Supervision {
 public:
  using Stream = boost::asio::posix::stream_descriptor;

  // For so many runs at a time. The loop outlives it; `null_input` is that of WorkerStart. Throws Error where
  // the system refuses what it needs.
  Supervision(boost::asio::io_context& loop, unsigned runs, Reach reach, int null_input);
  // Ends the reapers and waits for them; REQUIRES: no run goes on, or it was given an order to be killed.
  ~Supervision();
  Supervision(const Supervision&) = delete;
  Supervision& operator=(const Supervision&) = delete;

  struct Begun {
    unsigned slot = 0;
    ProcessStep failed = ProcessStep::none;  // then nothing goes on
    int error = 0;
  };
  // Has a reaper start what `launch` says. EAGAIN where each slot has a run. Throws Error where reapers
  // cannot be executed.
  Begun begin(const Launch& launch);
  // The slot's run is over, or its reaper has ended.
  void give_back(unsigned slot);
  // What cannot be ended keeps its slot, of which there are more than runs, and nobody waits for it any more.
  void abandon(unsigned slot);

  ReaperReport report(unsigned slot) const { return board_.read(slot); }
  void order(unsigned slot, Order order);
  // SIGKILL to the tool's process group, past a reaper that cannot do it. No effect where the tool has ended.
  void kill_tool(unsigned slot) const;
  // To the reaper itself.
  void signal(unsigned slot, int signal) const;
  // Readable, and then has_ended() is true, once the reaper has ended.
  Stream& line(unsigned slot) { return reapers_[slot].line; }
  bool has_ended(unsigned slot);

  // An eventfd, rung where a slot has changed.
  int bell() const { return bell_.get(); }
  // Ends the reapers that have nothing to do, to have their descriptors. False where there was none.
  bool release_idle();
  // For tests: what is executed from now on instead of the reaper.
  void set_image(Descriptor image) { image_ = std::move(image); }

 private:
  struct Reaper {
    explicit Reaper(boost::asio::io_context& loop) : line(loop) {}
    Stream line;  // open where there is a reaper
    pid_t pid = -1;
    std::uint64_t thread = 0;  // whose end is the reaper's
    bool has_grown = false;    // by a large request: Linux would count that for the tools after it
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
  std::vector<unsigned> free_;  // those with a reaper are taken first
  std::vector<pid_t> abandoned_;
};

}  // namespace assay::process
