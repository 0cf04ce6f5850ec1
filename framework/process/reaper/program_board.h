// SPDX-License-Identifier: Apache-2.0
// The reaper's side of the board and the bell.
#pragma once

#include "reaper/protocol.h"
#include "worker/system_call.h"

namespace assay::process {

inline Slot* own_slot = nullptr;

// Maps the board into memory, so that no file size limit matters. False if the system refuses.
inline bool take_slot(long number) {
  const long length = (number + 1) * static_cast<long>(sizeof(Slot));
  const long board = system_call(kSysMmap, 0, length, 3 /* PROT_READ | PROT_WRITE */, 1 /* MAP_SHARED */,
                                 kBoardDescriptor, 0);
  if (board < 0 && board > -4096) return false;
  own_slot = reinterpret_cast<Slot*>(board) + number;
  return true;
}

inline void publish(const ReaperReport& report) {
  ReaperReport& written = own_slot->report;
  written.failed = report.failed;
  written.error = report.error;
  written.wait_status = report.wait_status;
  written.tool = report.tool;
  written.started_ns = report.started_ns;
  written.ended_ns = report.ended_ns;
  written.user_us = report.user_us;
  written.system_us = report.system_us;
  written.max_rss_kib = report.max_rss_kib;
  written.left = report.left;
  ToolState state = report.state;
  __atomic_store(&written.state, &state, __ATOMIC_RELEASE);
}

inline void ring() {
  const std::uint64_t one = 1;
  system_call(kSysWrite, kBellDescriptor, address(&one), sizeof one);
}

inline Order order_of_harness() {
  Order order;
  __atomic_load(&own_slot->order, &order, __ATOMIC_ACQUIRE);
  return order;
}

}  // namespace assay::process
