// SPDX-License-Identifier: Apache-2.0
// Deletes the stored output of tools on request.
#include <vector>

#include "assay/store.h"
#include "checksum.h"
#include "connection.h"
#include "database.h"
#include "query.h"

namespace assay {
namespace {

std::vector<std::int64_t> rows_to_strip(Database& database, KeptOutputs kept, std::string_view suite) {
  Query query(database,
              "SELECT f.row_id FROM eval_figures f JOIN eval_runs r USING (run_id) "
              "WHERE (?1 = '' OR r.suite = ?1) AND (?2 = 1 OR f.pass = 1)");
  query.text(1, suite).integer(2, kept == KeptOutputs::none ? 1 : 0);
  std::vector<std::int64_t> rows;
  while (query.step()) rows.push_back(query.integer(0));
  return rows;
}

[[noreturn]] void throw_changed(Database& database, const std::filesystem::path& file, std::int64_t row) {
  Query query(database, "SELECT run_id, query_id, attempt FROM eval_figures WHERE row_id = ?");
  query.integer(1, row).step();
  throw changed_error(file, std::string(query.text(0)), std::string(query.text(1)),
                      static_cast<int>(query.integer(2)));
}

class Stripper {
 public:
  Stripper(Database& database, const std::filesystem::path& file)
      : database_(database),
        file_(file),
        look_(database,
              "SELECT r.result_json, coalesce(o.bytes, r.stdout), coalesce(e.bytes, r.stderr), r.checksum "
              "FROM eval_rows r LEFT JOIN blobs o ON o.sha256 = r.stdout_sha256 "
              "LEFT JOIN blobs e ON e.sha256 = r.stderr_sha256 "
              "WHERE r.row_id = ? AND r.outputs_forgotten = 0"),
        forget_(database,
                "UPDATE eval_rows SET stdout = NULL, stderr = NULL, stdout_sha256 = NULL, stderr_sha256 = "
                "NULL, outputs_forgotten = 1, checksum = ?2 WHERE row_id = ?1") {}

  // Returns whether there was anything to forget. A damaged row must not end up with a valid checksum.
  bool strip(std::int64_t row) {
    const bool had_any = look_.integer(1, row).step() && prepare(row);
    look_.reset();
    if (had_any) forget_.run();
    return had_any;
  }

 private:
  bool prepare(std::int64_t row) {
    const bool has_checksum = !look_.is_null(3);
    if (has_checksum && look_.integer(3) != row_checksum(look_.text(0), look_.blob(1), look_.blob(2)))
      throw_changed(database_, file_, row);
    forget_.integer(1, row);
    if (has_checksum)
      forget_.integer(2, row_checksum(look_.text(0), {}, {}));
    else
      forget_.null(2);
    return !look_.blob(1).empty() || !look_.blob(2).empty();
  }

  Database& database_;
  const std::filesystem::path& file_;
  Query look_, forget_;
};

std::size_t size_of(Database& database) {
  Query query(database, database.file() != nullptr
                            ? "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
                            : "SELECT pg_total_relation_size('eval_rows') + "
                              "pg_total_relation_size('eval_figures') + pg_total_relation_size('blobs')");
  query.step();
  return static_cast<std::size_t>(query.integer(0));
}

// A server keeps most of the space for later results: VACUUM FULL, which returns it to the system, locks
// everyone else out.
void give_room_back(Database& database) {
  if (database.server() != nullptr) return database.exec("VACUUM eval_rows, eval_figures, blobs");
  database.exec("VACUUM");
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
}

}  // namespace

std::size_t Store::forget_outputs(KeptOutputs kept, std::string_view suite) {
  if (kept == KeptOutputs::all) return 0;
  return guarded(file(), [&] {
    Database& database = inner_->writable();
    Transaction transaction(database, Transaction::Of::runs);
    Stripper stripper(database, file());
    std::size_t forgotten = 0;
    for (const std::int64_t row : rows_to_strip(database, kept, suite)) forgotten += stripper.strip(row);
    transaction.commit();
    return forgotten;
  });
}

GarbageCounts Store::collect_garbage() {
  return guarded(file(), [&] {
    Database& database = inner_->writable();
    const auto size = [&] { return size_of(database); };
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
