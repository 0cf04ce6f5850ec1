// The reaper's program is compiled into this library and executed from a memory file: nothing to install
// beside the library, nothing to find at run time, and no slower than a file on disk
// (bench/execution_bench.cc).
#include "supervision.h"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U
#endif

namespace assay {
extern const std::string_view reaper_program;  // empty where it could not be built
}

namespace assay::execution {
namespace {

Descriptor memory_file(const char* name, unsigned flags) {
  return above_standard(::memfd_create(name, MFD_CLOEXEC | flags));
}

Descriptor executable_memory() {
  Descriptor file = memory_file("assay-reaper", MFD_ALLOW_SEALING | MFD_EXEC);
  if (!file && errno == EINVAL) file = memory_file("assay-reaper", MFD_ALLOW_SEALING);  // before Linux 6.3
  return file;
}

Descriptor reaper_image() {
  if (reaper_program.empty()) return {};
  Descriptor file = executable_memory();
  if (!file) return {};
  const auto written = ::write(file.get(), reaper_program.data(), reaper_program.size());
  if (written != static_cast<ssize_t>(reaper_program.size())) return {};
  ::fcntl(file.get(), F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
  return file;
}

}  // namespace

Board::Board(unsigned slots) : file_(memory_file("assay-board", 0)), slots_(slots) {
  const std::size_t bytes = slots * sizeof(ReaperReport);
  if (!file_ || ::ftruncate(file_.get(), static_cast<off_t>(bytes)) != 0) return;
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_.get(), 0);
  if (memory == MAP_FAILED) return;
  reports_ = static_cast<ReaperReport*>(memory);
  for (unsigned slot = slots; slot-- > 0;) free_.push_back(slot);
}

Board::~Board() {
  if (reports_ != nullptr) ::munmap(reports_, slots_ * sizeof(ReaperReport));
}

Board::Board(Board&& other) noexcept
    : file_(std::move(other.file_)),
      slots_(other.slots_),
      reports_(std::exchange(other.reports_, nullptr)),
      free_(std::move(other.free_)) {}

Board& Board::operator=(Board&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(slots_, other.slots_);
  std::swap(reports_, other.reports_);
  std::swap(free_, other.free_);
  return *this;
}

unsigned Board::take_slot() {
  const unsigned slot = free_.back();
  free_.pop_back();
  std::memset(&reports_[slot], 0, sizeof(ReaperReport));
  return slot;
}

ReaperReport Board::read(unsigned slot) const {
  ReaperReport report;
  std::memcpy(&report, &reports_[slot], sizeof report);
  return report;
}

std::optional<Supervision> make_supervision(unsigned slots) {
  Supervision made{reaper_image(), above_standard(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), Board(slots)};
  if (!made.image || !made.bell || !made.board) return std::nullopt;
  return made;
}

}  // namespace assay::execution
