// SPDX-License-Identifier: Apache-2.0
// What the reaper (program.cc) and the executor say to each other. Shared by a program without a C library,
// so this header needs nothing but fixed-size integers.
//
// The executor sends a request, a message on the worker's line with the run's descriptors (SCM_RIGHTS); the
// reaper answers in its slot of the board, memory that all share, and rings the bell. The end of the line is
// the reaper's end.
#pragma once

#include <cstddef>
#include <cstdint>

#include "assay/internal/worker_descriptors.h"

namespace assay::process {

// What is shared with each reaper.
inline constexpr int kBoardDescriptor = kFirstShared;
inline constexpr int kBellDescriptor = kFirstShared + 1;  // an eventfd: rung where a slot has changed

// Signals that the reaper heeds: real-time ones, so that a tool that signals its parent does not mean them.
inline constexpr int kOrderSignal = 40;  // its slot holds an order
inline constexpr int kOrphanedSignal =
    41;  // the executor's thread has ended: kill, and end (PR_SET_PDEATHSIG)

enum class Order : std::uint32_t {
  none = 0,
  stop = 1,  // SIGTERM and SIGCONT to the tool's process group
  kill = 2,  // SIGKILL to everything in reach, until none is left
};

// How far a reaper reaches.
enum class Reach : std::uint32_t {
  descendants = 0,  // those that left the process group become its children
  group = 1,        // those go their own ways; the tool stays unreaped until it is ordered to kill
};

enum class ToolState : std::uint32_t {
  running = 0,
  ended = 1,  // or never begun; descendants may go on
  over = 2,   // none in reach is left: the reaper takes the next request
};

// Of the descendants that outlived the tool.
enum class Left : std::uint32_t {
  nothing = 0,
  killed = 1,
  unknown = 2,  // no /proc/thread-self/children: some may be left. The reaper ends
};

enum class FailedStep : std::uint32_t { none = 0, folder = 1, exec = 2, streams = 3, process = 4 };

struct ReaperReport {
  FailedStep failed;         // where the tool did not begin, and
  std::int32_t error;        // its errno
  std::int32_t wait_status;  // as of wait4
  std::int32_t tool;         // pid, from just before it is executed
  std::int64_t started_ns;   // CLOCK_MONOTONIC, just before the tool is executed
  std::int64_t ended_ns;     // and just after its end
  std::int64_t user_us;
  std::int64_t system_us;
  std::int64_t max_rss_kib;
  Left left;        // once over
  ToolState state;  // written after all the rest
};

// The executor clears a slot while it has no run, before it sends a request: so a signal of an earlier run
// that comes late finds no order. While a run goes on, the report is the reaper's: all but the state is
// written first, then the state, with release; the reader loads the state first, with acquire.
// Between `ended` and `over` the rest is written again with the same values but for `left`, which counts only
// once it is over. While `running`, only `tool` may be read, and only once the reaper has ended.
struct Slot {
  ReaperReport report;
  Order order;  // the executor's
  std::uint32_t unused;
};

// Followed by words, offsets of strings from the request's beginning: `paths` of them to try in this order, a
// 0, `arguments`, a 0, `variables`, a 0. Then the strings, each ending with a NUL.
struct Request {
  std::uint32_t bytes;  // of all that
  std::uint32_t paths;
  std::uint32_t arguments;
  std::uint32_t variables;
  std::uint32_t folder;   // offset of the folder to run in, seen from the executor's; 0: that one
  std::uint32_t in_file;  // 1: the message is this alone; the whole is in the memory file that comes with it
  Reach reach;
  std::uint32_t unused;
};
static_assert(sizeof(Request) % alignof(std::uint64_t) == 0);
inline constexpr std::size_t kMostInMessage = 32 * 1024;

// The descriptors of a request: three streams, the executor's folder, and its memory file where it has one.
inline constexpr int kRequestStreams = 3;
inline constexpr int kRequestFolder = 3;
inline constexpr int kRequestFile = 4;
inline constexpr int kMostDescriptors = 5;
static_assert(kMostDescriptors <= kMostPassed);

}  // namespace assay::process
