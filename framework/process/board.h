// The executor's side of what reapers (reaper.cc) report.
#pragma once

#include <cstddef>

#include "descriptor.h"
#include "reaper_protocol.h"

namespace assay::process {

// The slots of several reapers, in memory that they write through a file descriptor: neither a pipe nor a
// wake-up of our loop for each run.
class Board {
 public:
  explicit Board(unsigned slots);
  ~Board();
  Board(const Board&) = delete;
  Board& operator=(const Board&) = delete;

  explicit operator bool() const { return slots_ != nullptr; }
  int descriptor() const { return file_.get(); }
  // The slot is blank and holds no order. REQUIRES: it has no run.
  void clear(unsigned slot);
  ReaperReport read(unsigned slot) const;
  void order(unsigned slot, Order order);

 private:
  Descriptor file_;
  std::size_t bytes_;
  Slot* slots_ = nullptr;
};

}  // namespace assay::process
