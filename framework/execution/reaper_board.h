// The reaper's side of the board and the bell.
#pragma once

#include "reaper_protocol.h"
#include "system_call.h"

namespace assay::execution {

inline long own_slot = 0;  // where it begins, in the board

inline void take_slot(long number) { own_slot = number * static_cast<long>(sizeof(Slot)); }

// The state goes last, so that whoever sees it sees all of the rest.
inline void publish(const ReaperReport& report) {
  constexpr long kBefore = offsetof(ReaperReport, state);
  system_call(kSysPwrite, kBoardDescriptor, address(&report), kBefore, own_slot);
  system_call(kSysPwrite, kBoardDescriptor, address(&report.state), sizeof report.state, own_slot + kBefore);
}

inline void ring() {
  const std::uint64_t one = 1;
  system_call(kSysWrite, kBellDescriptor, address(&one), sizeof one);
}

inline Order order_of_harness() {
  Order order = Order::none;
  system_call(kSysPread, kBoardDescriptor, address(&order), sizeof order,
              own_slot + static_cast<long>(offsetof(Slot, order)));
  return order;
}

}  // namespace assay::execution
