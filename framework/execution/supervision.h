// What an executor needs to put a reaper (reaper.cc) between itself and each tool.
#pragma once

#include <optional>
#include <vector>

#include "descriptor.h"
#include "reaper_report.h"

namespace assay::execution {

// Reports of several reapers, in memory that they write through a file descriptor: neither a pipe nor a
// wake-up of our loop for each run.
class Board {
 public:
  explicit Board(unsigned slots);
  ~Board();
  Board(Board&& other) noexcept;
  Board& operator=(Board&& other) noexcept;

  explicit operator bool() const { return reports_ != nullptr; }
  int descriptor() const { return file_.get(); }
  // REQUIRES: a free slot. The slot is blank.
  unsigned take_slot();
  void give_back(unsigned slot) { free_.push_back(slot); }
  ReaperReport read(unsigned slot) const;

 private:
  Descriptor file_;
  unsigned slots_;
  ReaperReport* reports_ = nullptr;
  std::vector<unsigned> free_;
};

struct Supervision {
  Descriptor image;  // of the reaper, to be executed
  Descriptor bell;   // an eventfd, rung where a tool has ended and others of its descendants have not
  Board board;
};

// None where there is no reaper for this processor or the system does not let us execute one.
std::optional<Supervision> make_supervision(unsigned slots);

}  // namespace assay::execution
