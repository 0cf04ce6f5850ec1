// SPDX-License-Identifier: Apache-2.0
#include "server_merging.h"

#include <optional>
#include <vector>

#include "columns.h"
#include "fault.h"
#include "identity.h"
#include "joined_run.h"
#include "query.h"
#include "run_row.h"
#include "same_result.h"
#include "work_tables.h"

namespace assay {
namespace {

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
    Query each(
        from_.database,
        "SELECT run_id, config_snapshot_json, parent_run_id, suite, tool, aggregate_json, commit_hash, "
        "created_at, finished_at, expected, name FROM eval_runs ORDER BY sequence");
    while (each.step()) {
      const bool is_joined = join(each);
      ++(is_joined ? counts.runs_joined : counts.runs_added);
      if (is_joined) continue;
      for (int column = 0; column < 11; ++column) insert_.copy(column + 1, each, column);
      insert_.run();
    }
  }

 private:
  // Returns whether the target store has the run.
  bool join(const Query& each) {
    const bool is_there = known_.text(1, each.text(0)).step();
    if (is_there) {
      RunInfo ours = run_info_from_json(known_.text(0), {into_.name.string(), 0});
      const RunInfo theirs = run_info_from_json(each.text(1), {from_.name.string(), 0});
      expect_same_run(into_.name, ours, theirs);
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
    if (has_work_tables(into.database))
      duplicate_.emplace(into.database,
                         "UPDATE work_queues SET duplicates = duplicates + 1 WHERE run_id = ?");
  }

  std::size_t take_all() {
    Query each(from_.database,
               "SELECT f.run_id, f.line, f.checksum, " + column_names(Columns::retrieval) +
                   ", r.result_json, r.stdout, r.stderr, r.stdout_sha256, r.stderr_sha256, r.checksum, "
                   "r.outputs_forgotten FROM eval_figures f JOIN eval_rows r ON r.row_id = f.row_id",
               Length::very_long);
    std::size_t taken = 0;
    while (each.step()) taken += take(each);
    return taken;
  }

  // Called after the results: extra outputs of a result that arrives meanwhile do no harm, but a result
  // without its outputs would.
  void take_outputs() {
    Query each(from_.database, "SELECT sha256, bytes FROM blobs", Length::very_long);
    while (each.step()) blob_.copy(1, each, 0).copy(2, each, 1).run();
  }

 private:
  // The columns of a result: three, then the figures, then the row.
  static constexpr int kFirst = 3;
  const int kFigures = column_count(Columns::retrieval);
  static constexpr int kRow = 7;

  bool take(const Query& each) {
    for (int column = 0; column < kRow; ++column) row_.copy(column + 1, each, kFirst + kFigures + column);
    const std::int64_t row_id = row_.run_for_row_id();
    figures_.integer(1, row_id);
    for (int column = 0; column < kFirst + kFigures; ++column) figures_.copy(column + 2, each, column);
    if (figures_.run() > 0) return true;
    if (!is_same(each, row_id) && !comes_too_late(each.text(0)))
      throw_contradiction(into_.name, from_.name, std::string(each.text(0)),
                          std::string(each.text(kFirst + 1)), static_cast<int>(each.integer(kFirst + 2)));
    unrow_.integer(1, row_id).run();
    return false;
  }

  // With leases, a case may be asked twice; the first result counts.
  bool comes_too_late(std::string_view run_id) { return duplicate_ && duplicate_->text(1, run_id).run() > 0; }

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
  std::optional<Query> duplicate_;  // empty: the target has no leases
};

}  // namespace

void throw_contradiction(const std::filesystem::path& into, const std::filesystem::path& from,
                         const std::string& run_id, const std::string& id, int attempt) {
  throw store_error(into,
                    from.string() + " has another result for case " + id + ", attempt " +
                        std::to_string(attempt) + " of run " + run_id,
                    "shards of a run must not overlap: of a shard that was asked twice merge one store, and "
                    "give another run "
                    "an id of its own");
}

MergeCounts merge_rows(const MergedStore& into, const MergedStore& from) {
  Transaction transaction(into.database, Transaction::Of::runs);
  MergeCounts counts;
  RunCopier(into, from).take_all(counts);
  ResultCopier results(into, from);
  counts.results_added = results.take_all();
  results.take_outputs();
  transaction.commit();
  return counts;
}

}  // namespace assay
