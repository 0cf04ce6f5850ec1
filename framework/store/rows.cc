// SPDX-License-Identifier: Apache-2.0
// Reads the results of a run one by one, in the run's order.
#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <exception>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <semaphore>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "assay/internal/compare_input.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/threads.h"
#include "assay/store.h"
#include "checksum.h"
#include "columns.h"
#include "connection.h"
#include "database.h"
#include "query.h"

namespace assay {
namespace {

// Reads the figures of a run row by row, in the order of the table.

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

// The position of a row in its run. Small: there may be millions.
struct Place {
  std::string id;
  std::int64_t line = 0;
  std::int64_t row_id = 0;
  std::uint32_t dataset = 0;  // index
  std::int32_t attempt = 1;
  auto key() const { return std::tie(dataset, line, id, attempt); }
};

std::size_t rows_of(Database& database, const std::string& run_id) {
  Query query(database, "SELECT count(*) FROM eval_figures WHERE run_id = ?");
  query.text(1, run_id).step();
  return static_cast<std::size_t>(query.integer(0));
}

// In the run's own order of datasets, followed by those that it does not list.
std::vector<Place> places_of(Database& database, const RunInfo& info) {
  std::map<std::string, std::uint32_t, std::less<>> datasets;
  const auto index_of = [&](const std::string& name) {
    return datasets.try_emplace(name, static_cast<std::uint32_t>(datasets.size())).first->second;
  };
  for (const auto& each : info.datasets) index_of(each.name);
  Query query(
      database,
      "SELECT dataset, line, query_id, attempt, row_id FROM eval_figures WHERE run_id = ? ORDER BY dataset");
  query.text(1, info.run_id);
  std::vector<Place> places;
  places.reserve(rows_of(database, info.run_id));
  while (query.step())
    places.push_back({.id = std::string(query.text(2)),
                      .line = query.integer(1),
                      .row_id = query.integer(4),
                      .dataset = index_of(std::string(query.text(0))),
                      .attempt = static_cast<std::int32_t>(query.integer(3))});
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.key() < b.key(); });
  return places;
}

struct StoredRow {
  std::string json, out, err;
  bool outputs_forgotten = false;
};
using StoredRows = std::vector<StoredRow>;

std::vector<Result> parsed_rows(StoredRows rows, const std::string& file) {
  std::vector<Result> results;
  results.reserve(rows.size());
  for (StoredRow& row : rows) {
    Result& result = results.emplace_back(result_from_json(row.json, {file, 0}));
    result.answer.stdout_bytes = std::move(row.out);
    result.answer.stderr_bytes = std::move(row.err);
    result.outputs_forgotten = row.outputs_forgotten;
  }
  return results;
}

// Parsing takes most of the time of reading, so other threads parse the next few rows while the caller uses
// these. The database is read in the caller's thread alone.
class RowCursor {
 public:
  RowCursor(Database& database, const std::filesystem::path& file, const RunInfo& info)
      : file_(file),
        run_id_(info.run_id),
        places_(places_of(database, info)),
        pin_(database, "SELECT 1 FROM eval_runs"),
        query_(database,
               "SELECT r.result_json, coalesce(o.bytes, r.stdout), coalesce(e.bytes, r.stderr), r.checksum, "
               "r.outputs_forgotten "
               "FROM eval_rows r LEFT JOIN blobs o ON o.sha256 = r.stdout_sha256 "
               "LEFT JOIN blobs e ON e.sha256 = r.stderr_sha256 WHERE r.row_id = ?") {}

  const Result* next() {
    if (at_ == results_.size() && !turn()) return nullptr;
    return &results_[at_++];
  }

 private:
  // The first few rows are parsed here: a thread costs more than a short run takes.
  bool turn() {
    if (ahead_.empty() && read_ == places_.size()) return false;
    if (ahead_.empty()) parse(std::launch::deferred);
    previous_ = std::exchange(results_, ahead_.front().get());
    ahead_.pop_front();
    at_ = 0;
    while (ahead_.size() < 2 && read_ < places_.size()) parse(std::launch::async);
    return true;
  }

  void parse(std::launch when) {
    const auto work = [rows = std::make_shared<StoredRows>(some_rows()), file = file_.string()] {
      return parsed_rows(std::move(*rows), file);
    };
    if (when == std::launch::async)
      ahead_.push_back(run_async(work));
    else
      ahead_.push_back(std::async(when, work));
  }

  StoredRows some_rows() {
    constexpr std::size_t kRows = 128, kBytes = 1u << 20;
    StoredRows rows;
    pin_.step();  // a statement in progress: a file is locked once, instead of for each row
    for (std::size_t bytes = 0; read_ < places_.size() && rows.size() < kRows && bytes < kBytes;) {
      const StoredRow& row = rows.emplace_back(row_at(places_[read_++]));
      bytes += row.json.size() + row.out.size() + row.err.size();
    }
    pin_.reset();
    return rows;
  }

  StoredRow row_at(const Place& place) {
    query_.integer(1, place.row_id);
    if (!query_.step()) throw changed_error(file_, run_id_, place.id, place.attempt);
    if (!query_.is_null(3) &&
        query_.integer(3) != row_checksum(query_.text(0), query_.blob(1), query_.blob(2)))
      throw changed_error(file_, run_id_, place.id, place.attempt);
    StoredRow row{std::string(query_.text(0)), std::string(query_.blob(1)), std::string(query_.blob(2)),
                  query_.integer(4) != 0};
    query_.reset();
    return row;
  }

  std::filesystem::path file_;
  std::string run_id_;
  std::vector<Place> places_;
  std::size_t read_ = 0;  // of them
  Query pin_, query_;
  std::vector<Result> previous_, results_;  // the last result stays valid while the next is read
  std::size_t at_ = 0;                      // of results_: the next one
  std::deque<std::future<std::vector<Result>>> ahead_;
};

std::optional<CaseText> read_case_text(Database& database, const std::filesystem::path& file,
                                       const std::string& run_id, const Figures& figures) {
  Query query(database,
              "SELECT r.result_json FROM eval_figures f JOIN eval_rows r ON r.row_id = f.row_id "
              "WHERE f.run_id = ? AND f.dataset = ? AND f.query_id = ? ORDER BY f.attempt DESC LIMIT 1");
  query.text(1, run_id).text(2, figures.dataset).text(3, figures.id);
  if (!query.step()) return std::nullopt;
  return case_text_of(result_from_json(query.text(0), {file.string(), 0}));
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

RunRows Store::rows(const std::string& run_id) const {
  const RunInfo info = load_info(run_id);
  return {info, [store = inner_, info]() -> ResultSource {
            return guarded(store->file, [&]() -> ResultSource {
              const auto cursor = std::make_shared<RowCursor>(*store->database, store->file, info);
              return [store, cursor] { return guarded(store->file, [&] { return cursor->next(); }); };
            });
          }};
}

Run Store::load_run(const std::string& run_id) const {
  const RunRows rows = this->rows(run_id);
  Run run{rows.info, {}};
  const ResultSource next = rows.open();
  while (const Result* result = next()) run.results.push_back(*result);
  return run;
}

CompareInput Store::compare_input(const std::string& run_id) const {
  return {load_info(run_id), figures(run_id), [store = inner_, run_id](const Figures& figures) {
            return guarded(store->file,
                           [&] { return read_case_text(*store->database, store->file, run_id, figures); });
          }};
}

}  // namespace assay
