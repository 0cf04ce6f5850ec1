// SPDX-License-Identifier: Apache-2.0
#include "work_tables.h"

#include "query.h"

namespace assay {
namespace {

// The partial index leaves out items that are done, so a search for open ones does not walk over them.
constexpr const char* kWorkTables = R"sql(
CREATE TABLE IF NOT EXISTS work_queues(
  run_id text COLLATE "C" PRIMARY KEY REFERENCES eval_runs ON DELETE CASCADE,
  items bigint NOT NULL,
  items_sha256 text NOT NULL
);
CREATE TABLE IF NOT EXISTS work(
  run_id text COLLATE "C" NOT NULL REFERENCES work_queues ON DELETE CASCADE,
  place bigint NOT NULL,
  dataset text COLLATE "C" NOT NULL,
  query_id text COLLATE "C" NOT NULL,
  attempt integer NOT NULL,
  state integer NOT NULL DEFAULT 0,
  worker text NOT NULL DEFAULT '',
  lease_until timestamptz,
  tries integer NOT NULL DEFAULT 0,
  PRIMARY KEY(run_id, place)
);
CREATE INDEX IF NOT EXISTS work_open ON work(run_id, place) WHERE state < 2;
CREATE TABLE IF NOT EXISTS work_duplicates(
  run_id text COLLATE "C" NOT NULL REFERENCES work_queues ON DELETE CASCADE,
  result_sha256 bytea NOT NULL,
  PRIMARY KEY(run_id, result_sha256)
);
)sql";

}  // namespace

bool has_work_tables(Database& database) {
  if (database.server() == nullptr) return false;
  Query query(database,
              "SELECT count(*) FROM pg_class WHERE relname = 'work_duplicates' AND pg_table_is_visible(oid)");
  return query.step() && query.integer(0) > 0;
}

void make_work_tables(Database& database) {
  if (has_work_tables(database)) return;
  Transaction transaction(database, Transaction::Of::schema);
  if (!has_work_tables(database)) database.exec(kWorkTables);
  transaction.commit();
}

void reconcile_work(Database& database, const std::string& run_id) {
  Query(database,
        "UPDATE work SET state = 2 FROM eval_figures AS f WHERE work.run_id = ? AND work.state < 2 AND "
        "f.run_id = work.run_id AND f.dataset = work.dataset AND f.query_id = work.query_id AND "
        "f.attempt = work.attempt")
      .text(1, run_id)
      .run();
}

}  // namespace assay
