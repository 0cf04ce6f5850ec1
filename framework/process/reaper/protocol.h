// SPDX-License-Identifier: Apache-2.0
// The protocol between the reaper (program.cc) and the executor. Shared with a program that has no C library,
// so this header needs only fixed-size integers.
//
// The executor sends a request, a message on the worker's line with the run's descriptors (SCM_RIGHTS); the
// reaper answers in its slot of the board, memory that all share, and rings the bell. When the line ends, the
// reaper exits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "assay/internal/worker_descriptors.h"

namespace assay::process {

// Shared with each reaper.
inline constexpr int kBoardDescriptor = kFirstShared;
inline constexpr int kBellDescriptor = kFirstShared + 1;  // an eventfd: rung when a slot has changed

// Signals that the reaper heeds: real-time ones, since a tool that signals its parent is unlikely to use
// them.
inline constexpr int kOrderSignal = 40;  // its slot holds an order
inline constexpr int kOrphanedSignal =
    41;  // the executor's thread has ended: kill everything, and exit (PR_SET_PDEATHSIG)

enum class Order : std::uint32_t {
  none = 0,
  stop = 1,  // SIGTERM and SIGCONT to the tool's process group
  kill = 2,  // SIGKILL to everything in reach, until nothing is left
};

// How far a reaper reaches.
enum class Reach : std::uint32_t {
  descendants = 0,  // including those that left the process group, which become its children
  group = 1,        // those are left alone; the tool stays unreaped until the order to kill
};

enum class ToolState : std::uint32_t {
  running = 0,
  ended = 1,  // or never begun; descendants may still run
  over = 2,   // nothing in reach is left: the reaper takes the next request
};

// About the descendants that outlived the tool.
enum class Left : std::uint32_t {
  nothing = 0,
  killed = 1,
  unknown = 2,  // no /proc/thread-self/children: some may be left. The reaper exits
};

enum class FailedStep : std::uint32_t { none = 0, folder = 1, exec = 2, streams = 3, process = 4 };

struct ReaperReport {
  FailedStep failed;         // if the tool did not begin,
  std::int32_t error;        // and its errno
  std::int32_t wait_status;  // as of wait4
  std::int32_t tool;         // pid, from just before it is executed
  std::int64_t started_ns;   // CLOCK_MONOTONIC, just before the tool is executed
  std::int64_t ended_ns;     // just after its end
  std::int64_t user_us;
  std::int64_t system_us;
  std::int64_t max_rss_kib;
  Left left;        // valid once the state is `over`
  ToolState state;  // written last
};

// The executor clears a slot while it has no run, before it sends a request: so a late signal from an earlier
// run finds no order. During a run, the reaper owns the report: it writes everything else first, then the
// state, with release; the reader loads the state first, with acquire. Between `ended` and `over` the rest is
// written again with the same values except for `left`, which is valid only once the state is `over`. While
// `running`, only `tool` may be read, and only once the reaper has exited.
struct Slot {
  ReaperReport report;
  Order order;  // written by the executor
  std::uint32_t unused;
};

// Followed by words, which are offsets of strings from the request's beginning: `paths` of them to try in
// this order, a 0, `arguments`, a 0, `variables`, a 0. Then the strings, each ending with a NUL.
struct Request {
  std::uint32_t bytes;  // total size
  std::uint32_t paths;
  std::uint32_t arguments;
  std::uint32_t variables;
  std::uint32_t folder;   // offset of the folder to run in, relative to the executor's; 0: the executor's
  std::uint32_t in_file;  // 1: the message has only this struct; the whole is in the accompanying memory file
  Reach reach;
  std::uint32_t unused;
};
static_assert(sizeof(Request) % alignof(std::uint64_t) == 0);
inline constexpr std::size_t kMostInMessage = 32 * 1024;

// The descriptors of a request: three streams, the executor's folder, and the memory file if there is one.
inline constexpr int kRequestStreams = 3;
inline constexpr int kRequestFolder = 3;
inline constexpr int kRequestFile = 4;
inline constexpr int kMostDescriptors = 5;
static_assert(kMostDescriptors <= kMostPassed);

}  // namespace assay::process
