// What the reaper (reaper.cc) and the executor say to each other. Shared by a program without a C library, so
// this header needs nothing but fixed-size integers.
#pragma once

#include <cstdint>

namespace assay::execution {

// The descriptors that the reaper finds open.
inline constexpr int kBoardDescriptor = 3;  // a memory file of reports, one slot a run
inline constexpr int kBellDescriptor = 4;   // an eventfd: rung when the tool has ended and others have not
// Where the reaper's own image is while it is started; closed on exec.
inline constexpr int kImageDescriptor = 5;

// Signals that the reaper heeds: real-time ones, so that a tool that signals its parent does not mean them.
inline constexpr int kStopSignal = 40;  // SIGTERM and SIGCONT to the tool's process group
inline constexpr int kKillSignal = 41;  // SIGKILL to every descendant, until none is left

// Its exit statuses.
inline constexpr int kNothingLeft = 0;   // every descendant ended by itself
inline constexpr int kKilledOthers = 1;  // some outlived the tool and were killed
inline constexpr int kCannotList = 2;    // no /proc/thread-self/children: some may be left

enum class ToolState : std::uint32_t { running = 0, exec_failed = 1, ended = 2 };

struct ReaperReport {
  ToolState state;
  std::int32_t error;        // errno of exec_failed
  std::int32_t wait_status;  // as of wait4
  std::int32_t tool;         // pid, from just before it is executed
  std::int64_t started_ns;   // CLOCK_MONOTONIC, just before the tool's process is made
  std::int64_t ended_ns;     // and just after its end
  std::int64_t user_us;
  std::int64_t system_us;
  std::int64_t max_rss_kib;
};

}  // namespace assay::execution
