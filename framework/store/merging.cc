// SPDX-License-Identifier: Apache-2.0
// Merges the stores of shards and machines into one.
#include "assay/store.h"
#include "columns.h"
#include "connection.h"
#include "fault.h"
#include "identity.h"
#include "joined_run.h"
#include "query.h"
#include "run_row.h"
#include "server_merging.h"

namespace assay {
namespace {

// Attaches the other file as "other" for its lifetime.
class Attachment {
 public:
  Attachment(Database& database, const std::filesystem::path& file) : database_(database) {
    Query(database_, "ATTACH ? AS other").text(1, file.string()).run();
  }
  ~Attachment() {
    try {
      database_.exec("DETACH other");
    } catch (const std::exception&) {
      return;  // detached when the database closes
    }
  }
  Attachment(const Attachment&) = delete;

 private:
  Database& database_;
};

std::int64_t number(Database& database, const std::string& sql) {
  Query query(database, sql);
  query.step();
  return query.integer(0);
}

std::size_t count(Database& database, const std::string& sql) {
  return static_cast<std::size_t>(number(database, sql));
}

constexpr const char* kSharedRuns =
    "SELECT a.run_id, a.config_snapshot_json, b.config_snapshot_json FROM main.eval_runs a "
    "JOIN other.eval_runs b USING (run_id)";

// Numbers the runs after the existing ones, in the order in which they entered the other store.
constexpr const char* kTakeRuns =
    "INSERT INTO main.eval_runs(run_id, parent_run_id, suite, tool, config_snapshot_json, "
    "aggregate_json, commit_hash, created_at, finished_at, expected, name, sequence) "
    "SELECT run_id, parent_run_id, suite, tool, config_snapshot_json, aggregate_json, commit_hash, "
    "created_at, "
    "finished_at, expected, name, sequence + (SELECT coalesce(max(sequence), 0) FROM main.eval_runs) "
    "FROM other.eval_runs WHERE true ORDER BY sequence ON CONFLICT DO NOTHING";

// The joined descriptions of the runs that both stores have.
std::vector<RunInfo> joined_runs(Database& database, const std::filesystem::path& file,
                                 const std::filesystem::path& other) {
  Query shared(database, kSharedRuns);
  std::vector<RunInfo> runs;
  while (shared.step()) {
    RunInfo ours = run_info_from_json(shared.text(1), {file.string(), 0});
    const RunInfo theirs = run_info_from_json(shared.text(2), {other.string(), 0});
    expect_same_run(file, ours, theirs);
    runs.push_back(joined(std::move(ours), theirs));
  }
  return runs;
}

void expect_no_contradiction(Database& database, const std::filesystem::path& file,
                             const std::filesystem::path& other) {
  Query query(
      database,
      "SELECT f.run_id, f.query_id, f.attempt FROM other.eval_figures g "
      "JOIN main.eval_figures f USING (run_id, dataset, query_id, attempt) "
      "JOIN main.eval_rows r ON r.row_id = f.row_id JOIN other.eval_rows s ON s.row_id = g.row_id "
      "WHERE r.result_json <> s.result_json OR (NOT r.outputs_forgotten AND NOT s.outputs_forgotten AND "
      "(r.stdout IS NOT s.stdout OR r.stderr IS NOT s.stderr OR r.stdout_sha256 IS NOT s.stdout_sha256 OR "
      "r.stderr_sha256 IS NOT s.stderr_sha256)) LIMIT 1");
  if (!query.step()) return;
  throw_contradiction(file, other, std::string(query.text(0)), std::string(query.text(1)),
                      static_cast<int>(query.integer(2)));
}

// Rows get new numbers, after the existing ones. What both stores have is skipped.
std::size_t take_results(Database& database, bool overlaps) {
  const std::string offset =
      std::to_string(number(database, "SELECT coalesce(max(row_id), 0) FROM main.eval_rows"));
  const std::string absent =
      "NOT EXISTS (SELECT 1 FROM main.eval_figures m WHERE m.run_id = g.run_id AND m.dataset = g.dataset AND "
      "m.query_id = g.query_id AND m.attempt = g.attempt)";
  const std::string rows = "INSERT INTO main.eval_rows SELECT row_id + " + offset +
                           ", result_json, stdout, stderr, stdout_sha256, stderr_sha256, checksum, "
                           "outputs_forgotten FROM other.eval_rows";
  const std::string needed =
      " WHERE row_id IN (SELECT row_id FROM other.eval_figures g WHERE " + absent + ")";
  database.exec(
      "INSERT INTO main.blobs SELECT sha256, bytes FROM other.blobs WHERE true ON CONFLICT DO NOTHING");
  database.exec(overlaps ? rows + needed : rows);
  const std::string columns = "line, checksum, " + column_names(Columns::retrieval);
  const std::string figures = "INSERT INTO main.eval_figures(run_id, row_id, " + columns +
                              ") SELECT run_id, row_id + " + offset + ", " + columns +
                              " FROM other.eval_figures g";
  return static_cast<std::size_t>(Query(database, overlaps ? figures + " WHERE " + absent : figures).run());
}

std::string size_of(const Database& database) {
  if (database.file() != nullptr)
    return "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
  return "SELECT pg_total_relation_size('eval_rows') + pg_total_relation_size('eval_figures') + "
         "pg_total_relation_size('blobs')";
}

// A server keeps most of the space for later results: VACUUM FULL, which returns it to the system, locks
// everyone else out.
void give_room_back(Database& database) {
  if (database.server() != nullptr) return database.exec("VACUUM eval_rows, eval_figures, blobs");
  database.exec("VACUUM");
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
}

}  // namespace

MergeCounts Store::merge(const std::filesystem::path& other) {
  std::error_code unknown;
  if (other == file() || std::filesystem::equivalent(file(), other, unknown))
    throw store_error(other, "a store cannot be merged into itself", "name the other store");
  // Checks that it is a store and up to date.
  const Store source({.file = other, .access = StoreOptions::Access::read});
  return guarded(file(), [&] {
    Database& database = inner_->writable();
    inner_->writer().forget_run();
    if (database.server() != nullptr || source.inner_->database->server() != nullptr)
      return merge_rows({database, file()}, {*source.inner_->database, source.file()});
    const Attachment attachment(database, other);
    Transaction transaction(database, Transaction::Of::runs);
    MergeCounts counts;
    const auto runs = joined_runs(database, file(), other);
    counts.runs_joined = runs.size();
    if (counts.runs_joined > 0) expect_no_contradiction(database, file(), other);
    counts.results_added = take_results(database, counts.runs_joined > 0);
    database.exec(
        "UPDATE main.eval_runs SET aggregate_json = NULL WHERE run_id IN (SELECT run_id FROM "
        "other.eval_runs)");
    counts.runs_added = static_cast<std::size_t>(Query(database, kTakeRuns).run());
    for (const auto& run : runs) update_run(database, run);
    transaction.commit();
    return counts;
  });
}

GarbageCounts Store::collect_garbage() {
  return guarded(file(), [&] {
    Database& database = inner_->writable();
    const auto size = [&] { return count(database, size_of(database)); };
    GarbageCounts counts;
    const std::size_t before = size();
    {
      Transaction transaction(database, Transaction::Of::outputs);
      Query unused(database,
                   "DELETE FROM blobs WHERE sha256 NOT IN (SELECT stdout_sha256 FROM eval_rows WHERE "
                   "stdout_sha256 IS NOT NULL "
                   "UNION SELECT stderr_sha256 FROM eval_rows WHERE stderr_sha256 IS NOT NULL)");
      counts.outputs = static_cast<std::size_t>(unused.run());
      transaction.commit();
    }
    give_room_back(database);
    const std::size_t after = size();
    counts.bytes = before > after ? before - after : 0;
    return counts;
  });
}

}  // namespace assay
