// SPDX-License-Identifier: Apache-2.0
// The executor's side of the reapers' (program.cc) reports.
#pragma once

#include "assay/internal/worker.h"
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

}  // namespace assay::process
