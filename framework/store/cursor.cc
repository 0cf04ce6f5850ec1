// The figures of a run, in the order of the table, row by row.
#include <SQLiteCpp/Database.h>

#include <optional>

#include "assay/store.h"
#include "columns.h"
#include "connection.h"
#include "fault.h"

namespace assay {
namespace {

std::string select(const char* columns, const char* more_columns, const char* condition) {
  std::string sql = "SELECT ";
  sql += columns;
  if (*more_columns != '\0') (sql += ", ") += more_columns;
  return ((sql += " FROM eval_figures WHERE run_id = ?") += condition) +
         " ORDER BY dataset, query_id, attempt";
}

const char* columns_of(FigureUse use) {
  switch (use) {
    case FigureUse::all:
      return kCommandColumns;
    case FigureUse::compare:
      return kCompareColumns;
  }
  return kCommandColumns;
}

// Reading columns that are all null takes time too: those of retrieval are read from the first query on that
// has some.
class Cursor {
 public:
  Cursor(SQLite::Database& database, std::string run_id, FigureUse use)
      : database_(database),
        run_id_(std::move(run_id)),
        use_(use),
        query_(std::in_place, database, select(columns_of(use), "", "")) {
    query_->text(1, run_id_);
  }

  bool next(Figures& figures) {
    if (!query_ || !query_->step()) {
      query_.reset();
      return false;
    }
    if (read_figures(*query_, use_, columns_, figures) == RowKind::command || columns_ == Columns::retrieval)
      return true;
    widen(figures);
    return next(figures);
  }

 private:
  // Starts again at the row of `from`, with all columns.
  void widen(const Figures& from) {
    use_ = FigureUse::all;  // metrics of retrieval come by tag too
    dataset_ = from.dataset;
    id_ = from.id;
    query_.emplace(database_, select(columns_of(use_), kRetrievalColumns,
                                     " AND (dataset, query_id, attempt) >= (?, ?, ?)"));
    query_->text(1, run_id_).text(2, dataset_).text(3, id_).integer(4, from.attempt);
    columns_ = Columns::retrieval;
  }

  SQLite::Database& database_;
  std::string run_id_;
  FigureUse use_;
  std::string dataset_;
  std::string id_;
  Columns columns_ = Columns::command;
  std::optional<Query> query_;
};

}  // namespace

FigureSource Store::figures(const std::string& run_id, FigureUse use) const {
  return guarded(file(), [&]() -> FigureSource {
    const auto cursor = std::make_shared<Cursor>(*inner_->database, run_id, use);
    // The cursor goes before the store that it reads.
    return [store = inner_, cursor](Figures& out) {
      return guarded(store->file, [&] { return cursor->next(out); });
    };
  });
}

}  // namespace assay
