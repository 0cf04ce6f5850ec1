#include "board.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstring>

namespace assay::process {

Board::Board(unsigned slots)
    : file_(memory_file("assay-board", MFD_ALLOW_SEALING)), bytes_(slots * sizeof(Slot)) {
  if (!file_ || ::ftruncate(file_.get(), static_cast<off_t>(bytes_)) != 0) return;
  ::fcntl(file_.get(), F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW);  // reading it must not fail
  void* memory = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file_.get(), 0);
  if (memory != MAP_FAILED) slots_ = static_cast<Slot*>(memory);
}

Board::~Board() {
  if (slots_ != nullptr) ::munmap(slots_, bytes_);
}

void Board::clear(unsigned slot) { std::memset(&slots_[slot], 0, sizeof(Slot)); }

// What is read behind the state is as new as the state, or newer.
ReaperReport Board::read(unsigned slot) const {
  ReaperReport& written = slots_[slot].report;
  const ToolState state = std::atomic_ref(written.state).load(std::memory_order_acquire);
  ReaperReport report;
  std::memcpy(&report, &written, sizeof report);
  report.state = state;
  return report;
}

void Board::order(unsigned slot, Order order) {
  std::atomic_ref(slots_[slot].order).store(order, std::memory_order_release);
}

}  // namespace assay::process
