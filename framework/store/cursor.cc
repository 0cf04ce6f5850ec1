// SPDX-License-Identifier: Apache-2.0
// Reads the figures of a run row by row, in the order of the table.
#include <optional>

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

}  // namespace

FigureSource Store::figures(const std::string& run_id) const {
  return guarded(file(), [&]() -> FigureSource {
    const auto cursor = std::make_shared<Cursor>(*inner_->database, file(), run_id);
    // The cursor is destroyed before the store that it reads.
    return [store = inner_, cursor](Figures& out) {
      return guarded(store->file, [&] { return cursor->next(out); });
    };
  });
}

}  // namespace assay
