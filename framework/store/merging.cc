// SPDX-License-Identifier: Apache-2.0
// Merges the stores of shards and machines into one, row by row: either may be a file or on a server.
#include <optional>

#include "assay/store.h"
#include "columns.h"
#include "connection.h"
#include "database.h"
#include "query.h"
#include "run_row.h"
#include "work_tables.h"

namespace assay {
namespace {

// The source or the target of a merge.
struct MergedStore {
  Database& database;
  const std::filesystem::path& name;
};

[[noreturn]] void refuse(const MergedStore& into, const MergedStore& from, const std::string& what,
                         std::string next) {
  throw store_error(from.name, "cannot be merged into " + into.name.string() + ", which has " + what,
                    std::move(next));
}

// Calls `take` with each row. The source is named if its rows cannot be read.
template <typename Take>
void for_each(const MergedStore& from, const std::string& sql, Take take) {
  Query rows = guarded(from.name, [&] { return Query(from.database, sql, Length::very_long); });
  while (guarded(from.name, [&] { return rows.step(); })) take(rows);
}

std::string places(int count) {
  std::string list = "?";
  for (int i = 1; i < count; ++i) list += ", ?";
  return list;
}

class RunCopier {
 public:
  RunCopier(const MergedStore& into, const MergedStore& from)
      : into_(into),
        from_(from),
        known_(into.database, "SELECT config_snapshot_json FROM eval_runs WHERE run_id = ?"),
        insert_(into.database,
                "INSERT INTO eval_runs(run_id, config_snapshot_json, parent_run_id, suite, tool, "
                "aggregate_json, commit_hash, created_at, finished_at, expected, name, sequence) VALUES(" +
                    places(11) + ", (SELECT coalesce(max(sequence), 0) + 1 FROM eval_runs))"),
        stale_(into.database, "UPDATE eval_runs SET aggregate_json = NULL WHERE run_id = ?") {}

  void take_all(MergeCounts& counts) {
    for_each(from_,
             "SELECT run_id, config_snapshot_json, parent_run_id, suite, tool, aggregate_json, commit_hash, "
             "created_at, finished_at, expected, name FROM eval_runs ORDER BY sequence",
             [&](const Query& each) {
               const bool is_joined = join(each);
               ++(is_joined ? counts.runs_joined : counts.runs_added);
               if (is_joined) return;
               for (int column = 0; column < 11; ++column) insert_.copy(column + 1, each, column);
               insert_.run();
             });
  }

 private:
  // Returns whether the target store has the run.
  bool join(const Query& each) {
    const bool is_there = known_.text(1, each.text(0)).step();
    if (is_there) {
      RunInfo ours = run_info_from_json(known_.text(0), {into_.name.string(), 0});
      const RunInfo theirs = run_info_from_json(each.text(1), {from_.name.string(), 0});
      if (const std::string difference = difference_between(ours, theirs); !difference.empty())
        refuse(into_, from_, "a run " + ours.run_id + " with another " + difference,
               "leave it out, or merge into a new store (--store)");
      update_run(into_.database, joined(std::move(ours), theirs));
      stale_.text(1, each.text(0)).run();
    }
    known_.reset();
    return is_there;
  }

  const MergedStore& into_;
  const MergedStore& from_;
  Query known_, insert_, stale_;
};

class ResultCopier {
 public:
  ResultCopier(const MergedStore& into, const MergedStore& from)
      : into_(into),
        from_(from),
        row_(into.database,
             std::string("INSERT INTO eval_rows(result_json, stdout, stderr, stdout_sha256, stderr_sha256, "
                         "checksum, outputs_forgotten) VALUES(?, ?, ?, ?, ?, ?, ?)") +
                 row_id_returned(into.database)),
        unrow_(into.database, "DELETE FROM eval_rows WHERE row_id = ?"),
        figures_(into.database, "INSERT INTO eval_figures(row_id, run_id, line, checksum, " +
                                    column_names(Columns::retrieval) + ") VALUES(" +
                                    places(kFirst + kFigures + 1) + ") ON CONFLICT DO NOTHING"),
        same_(into.database, kSelectSame),
        blob_(into.database, "INSERT INTO blobs(sha256, bytes) VALUES(?, ?) ON CONFLICT DO NOTHING") {
    if (!has_work_tables(into.database)) return;
    duplicate_.emplace(into.database, kCountDuplicate);
    unmeasured_.emplace(into.database,
                        "DELETE FROM eval_figures WHERE run_id = ? AND dataset = ? AND query_id = ? AND "
                        "attempt = ? AND pass IS NULL AND run_id IN (SELECT run_id FROM work_queues) "
                        "RETURNING row_id");
  }

  std::size_t take_all() {
    std::size_t taken = 0;
    for_each(from_,
             "SELECT f.run_id, f.line, f.checksum, " + column_names(Columns::retrieval) +
                 ", r.result_json, r.stdout, r.stderr, r.stdout_sha256, r.stderr_sha256, r.checksum, "
                 "r.outputs_forgotten FROM eval_figures f JOIN eval_rows r ON r.row_id = f.row_id",
             [&](const Query& each) { taken += take(each); });
    return taken;
  }

  std::size_t dropped() const { return dropped_; }

  // Called after the results: extra outputs of a result that arrives meanwhile do no harm, but a result
  // without its outputs would.
  void take_outputs() {
    for_each(from_, "SELECT sha256, bytes FROM blobs",
             [&](const Query& each) { blob_.copy(1, each, 0).copy(2, each, 1).run(); });
  }

 private:
  // The columns of a result: three, then the figures, then the row.
  static constexpr int kFirst = 3;
  const int kFigures = column_count(Columns::retrieval);
  static constexpr int kRow = 7;

  bool take(const Query& each) {
    for (int column = 0; column < kRow; ++column) row_.copy(column + 1, each, kFirst + kFigures + column);
    const std::int64_t row_id = row_.run_for_row_id();
    if (put_figures(each, row_id)) return true;
    if (replaces_unmeasured(each)) return put_figures(each, row_id);
    if (!is_same(each, row_id)) {
      if (!comes_too_late(each))
        refuse(into_, from_,
               "another result for case " + std::string(each.text(kFirst + 1)) + ", attempt " +
                   std::to_string(each.integer(kFirst + 2)) + " of run " + std::string(each.text(0)),
               "shards of a run must not overlap: of a shard that was asked twice merge one store, and give "
               "another run an id of its own");
      ++dropped_;
    }
    unrow_.integer(1, row_id).run();
    return false;
  }

  bool put_figures(const Query& each, std::int64_t row_id) {
    figures_.integer(1, row_id);
    for (int column = 0; column < kFirst + kFigures; ++column) figures_.copy(column + 2, each, column);
    return figures_.run() > 0;
  }

  // With leases, an unmeasured result, as of a case that was given up, gives way to a measured one.
  bool replaces_unmeasured(const Query& each) {
    constexpr int kPass = kFirst + 3;
    if (!unmeasured_ || each.is_null(kPass)) return false;
    unmeasured_->copy(1, each, 0);
    for (int column = 0; column < 3; ++column) unmeasured_->copy(column + 2, each, kFirst + column);
    const bool is_gone = unmeasured_->step();
    if (is_gone) unrow_.integer(1, unmeasured_->integer(0)).run();
    unmeasured_->reset();
    return is_gone;
  }

  // With leases, a case may be asked twice; the first result counts.
  bool comes_too_late(const Query& each) {
    return duplicate_ && duplicate_->text(1, each.text(0)).text(2, each.text(kFirst + kFigures)).run() > 0;
  }

  bool is_same(const Query& each, std::int64_t row_id) {
    same_.copy(1, each, 0).integer(5, row_id);
    for (int column = 0; column < 3; ++column) same_.copy(column + 2, each, kFirst + column);
    const bool equal = same_.step() && same_.integer(0) != 0;
    same_.reset();
    return equal;
  }

  const MergedStore& into_;
  const MergedStore& from_;
  Query row_, unrow_, figures_, same_, blob_;
  std::optional<Query> duplicate_, unmeasured_;  // empty: the target has no leases
  std::size_t dropped_ = 0;
};

}  // namespace

MergeCounts Store::merge(const std::filesystem::path& other) {
  std::error_code unknown;
  if (other == file() || std::filesystem::equivalent(file(), other, unknown))
    throw store_error(other, "a store cannot be merged into itself", "name the other store");
  const Store source({.file = other, .access = StoreOptions::Access::read});
  return guarded(file(), [&] {
    const MergedStore into{inner_->writable(), file()}, from{*source.inner_->database, source.file()};
    inner_->writer().forget_run();
    // One snapshot of a file, to which another process may be adding results.
    if (from.database.file() != nullptr) from.database.exec("BEGIN");
    Transaction transaction(into.database, Transaction::Of::runs);
    MergeCounts counts;
    RunCopier(into, from).take_all(counts);
    ResultCopier results(into, from);
    counts.results_added = results.take_all();
    counts.results_dropped = results.dropped();
    results.take_outputs();
    transaction.commit();
    return counts;
  });
}

}  // namespace assay
