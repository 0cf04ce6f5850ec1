// SPDX-License-Identifier: Apache-2.0
#include "reaper/board.h"

#include <atomic>
#include <cstring>

namespace assay::process {

Board::Board(unsigned slots) : memory_("assay-board", slots * sizeof(Slot)) {}

void Board::clear(unsigned slot) { std::memset(&slots()[slot], 0, sizeof(Slot)); }

// Values read after the state are as new as the state, or newer.
ReaperReport Board::read(unsigned slot) const {
  ReaperReport& written = slots()[slot].report;
  const ToolState state = std::atomic_ref(written.state).load(std::memory_order_acquire);
  ReaperReport report;
  std::memcpy(&report, &written, sizeof report);
  report.state = state;
  return report;
}

void Board::order(unsigned slot, Order order) {
  std::atomic_ref(slots()[slot].order).store(order, std::memory_order_release);
}

}  // namespace assay::process
