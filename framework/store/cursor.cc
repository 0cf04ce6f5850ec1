// SPDX-License-Identifier: Apache-2.0
// Reads the figures of a run row by row, in the order of the table.
#include <array>
#include <atomic>
#include <exception>
#include <memory>
#include <optional>
#include <semaphore>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "assay/store.h"
#include "columns.h"
#include "connection.h"
#include "fault.h"

namespace assay {
namespace {

std::string select(Columns columns, const char* condition) {
  return "SELECT " + column_names(columns) + ", checksum FROM eval_figures WHERE run_id = ?" + condition +
         " ORDER BY dataset, query_id, attempt";
}

// Reading columns that are all null takes time too: the retrieval columns are read only from the first
// retrieval query on.
class Cursor {
 public:
  Cursor(Database& database, std::filesystem::path file, std::string run_id)
      : database_(database),
        file_(std::move(file)),
        run_id_(std::move(run_id)),
        query_(std::in_place, database, select(columns_, ""), Length::very_long) {
    query_->text(1, run_id_);
  }

  bool next(Figures& figures) {
    if (!query_ || !query_->step()) {
      query_.reset();
      return false;
    }
    if (read_figures(*query_, columns_, figures) == RowKind::retrieval && columns_ == Columns::command) {
      widen(figures);
      return next(figures);
    }
    expect_unchanged(figures);
    return true;
  }

 private:
  // Restarts at the row of `from`, with all columns.
  void widen(const Figures& from) {
    dataset_ = from.dataset;
    id_ = from.id;
    columns_ = Columns::retrieval;
    query_.emplace(database_, select(columns_, " AND (dataset, query_id, attempt) >= (?, ?, ?)"),
                   Length::very_long);
    query_->text(1, run_id_).text(2, dataset_).text(3, id_).integer(4, from.attempt);
  }

  // Rows of an older assay may have no checksum.
  void expect_unchanged(const Figures& figures) const {
    const int at = column_count(columns_);
    if (query_->is_null(at) || query_->integer(at) == checksum_of(figures)) return;
    const bool may_be_older = figures.partial && !figures.safety;
    if (may_be_older && query_->integer(at) == checksum_of(figures, Credit::left_out)) return;
    throw changed_error(file_, run_id_, figures.id, figures.attempt);
  }

  Database& database_;
  std::filesystem::path file_;
  std::string run_id_;
  std::string dataset_;
  std::string id_;
  Columns columns_ = Columns::command;
  std::optional<Query> query_;
};

// Decoding rows takes longer than using them, so a thread reads some ahead, into buffers that take turns.
// They are small enough for the processor's cache.
class FiguresAhead {
 public:
  // REQUIRES: nobody else uses the database while this exists.
  FiguresAhead(std::unique_ptr<Database> own, Database& database, const std::filesystem::path& file,
               std::string run_id)
      : own_(std::move(own)), cursor_(own_ ? *own_ : database, file, std::move(run_id)) {}
  ~FiguresAhead() {
    is_left_ = true;
    unused_.release();
  }

  bool next(Figures& figures) {
    if (at_ == buffer().count && !turn()) return false;
    swap(figures, buffer().rows[at_++]);
    return true;
  }

 private:
  static constexpr std::ptrdiff_t kBuffers = 8;
  static constexpr std::size_t kRows = 256;
  struct Buffer {
    std::vector<Figures> rows;
    std::size_t count = 0;  // of rows; the others are of an earlier turn
    bool is_last() const { return count < kRows; }
  };

  Buffer& buffer() { return buffers_[used_ % kBuffers]; }

  bool turn() {
    if (is_begun_ && buffer().is_last()) {
      if (fault_) std::rethrow_exception(std::exchange(fault_, nullptr));
      return false;
    }
    if (is_begun_)
      take_next();
    else
      fill(buffer());  // a thread costs more than a short run takes
    is_begun_ = true;
    at_ = 0;
    return buffer().count > 0 || turn();
  }

  void take_next() {
    if (!thread_.joinable() && !is_alone_) try {
        thread_ = std::jthread([this] { read(); });
      } catch (const std::system_error&) {
        is_alone_ = true;
      }
    if (is_alone_) return fill(buffer());
    unused_.release();
    full_.acquire();
    ++used_;
  }

  void read() {
    for (std::size_t filled = 1; !is_left_; ++filled) {
      unused_.acquire();
      Buffer& next = buffers_[filled % kBuffers];
      fill(next);
      full_.release();
      if (next.is_last()) return;
    }
  }

  void fill(Buffer& next) try {
    next.rows.resize(kRows);
    for (next.count = 0; next.count < kRows && cursor_.next(next.rows[next.count]);) ++next.count;
  } catch (...) {
    fault_ = std::current_exception();
  }

  std::unique_ptr<Database> own_;
  Cursor cursor_;
  std::array<Buffer, kBuffers> buffers_;
  std::exception_ptr fault_;  // of the buffer that is the last
  // The caller's.
  bool is_begun_ = false;
  bool is_alone_ = false;  // no thread could be started
  std::size_t used_ = 0;   // buffers before the current one
  std::size_t at_ = 0;     // of the current buffer: the next row
  // Shared; the thread is destroyed first.
  std::counting_semaphore<kBuffers + 1> unused_{kBuffers - 1};
  std::counting_semaphore<kBuffers> full_{0};
  std::atomic<bool> is_left_ = false;
  std::jthread thread_;
};

// A file's connection is used by one thread at a time, and the store's belongs to its caller.
std::unique_ptr<Database> another_connection(const Database& database, const std::filesystem::path& file) {
  if (database.server() != nullptr) return nullptr;  // a long query has a connection of its own
  return open_database({.file = file, .access = StoreOptions::Access::read});
}

}  // namespace

FigureSource Store::figures(const std::string& run_id) const {
  return guarded(file(), [&]() -> FigureSource {
    auto own = another_connection(*inner_->database, file());
    inner_->expect_in_place();
    const auto rows = std::make_shared<FiguresAhead>(std::move(own), *inner_->database, file(), run_id);
    // The rows are destroyed before the store that they are read from.
    return [store = inner_, rows](Figures& out) {
      return guarded(store->file, [&] { return rows->next(out); });
    };
  });
}

}  // namespace assay
