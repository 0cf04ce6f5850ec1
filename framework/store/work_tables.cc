// SPDX-License-Identifier: Apache-2.0
#include "work_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "writer.h"

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

// Parameters 1 to 6: the run, the maximum number of items, the place after which they lie, the place to
// exclude, the worker, and the lease in milliseconds. SKIP LOCKED gives concurrent workers different items. A
// statement may change a row only once, so the item that it finishes is excluded. The picked rows are looked
// up by ctid: by place, a server without statistics would scan every item.
constexpr const char* kLeased =
    "picked AS (SELECT ctid FROM work WHERE run_id = ?1 AND state < 2 AND place > ?3 AND place <> ?4 AND "
    "(state = 0 OR lease_until < clock_timestamp()) ORDER BY place LIMIT ?2 FOR UPDATE SKIP LOCKED), "
    "leased AS (UPDATE work SET state = 1, worker = ?5, tries = tries + 1, "
    "lease_until = clock_timestamp() + CAST(?6 AS double precision) * interval '1 millisecond' "
    "WHERE ctid = ANY(ARRAY(SELECT ctid FROM picked)) "
    "RETURNING place, dataset, query_id, attempt, tries) ";

std::string take_statement() {
  return std::string("WITH ") + kLeased +
         "SELECT place, dataset, query_id, attempt, tries FROM leased ORDER BY place";
}

constexpr int kRow = 7;                                   // in the order of ResultRow::bind
constexpr int kFigures = kRow + ResultRow::kColumnCount;  // line, checksum, the figures
// Two digests, each with its bytes.
int blobs_at(Columns columns) { return kFigures + 2 + column_count(columns); }

std::string parameters(int first, int count) {
  std::string list;
  for (int i = 0; i < count; ++i) list += fmt::format("{}?{}", i == 0 ? "" : ", ", first + i);
  return list;
}

std::string add_blobs(int at) {
  return fmt::format(
      "outputs AS (INSERT INTO blobs(sha256, bytes) SELECT each.sha256, each.bytes FROM mine, "
      "(VALUES(CAST(?{} AS bytea), CAST(?{} AS bytea)), (CAST(?{} AS bytea), CAST(?{} AS bytea))) "
      "AS each(sha256, bytes) WHERE each.sha256 IS NOT NULL ON CONFLICT DO NOTHING), ",
      at, at + 1, at + 2, at + 3);
}

// Adds nothing if the item is no longer open. Two workers that finish the same item at once serialise on its
// row. The blobs are optional: few results have outputs long enough to be blobs, and each part of a statement
// costs the server time even if it does nothing.
std::string finish_statement(Columns columns, bool has_blobs) {
  return fmt::format(
      "WITH mine AS (UPDATE work SET state = 2 WHERE run_id = ?1 AND place = ?4 AND state < 2 "
      "RETURNING place), {}"
      "added AS (INSERT INTO eval_rows({}) SELECT {} FROM mine RETURNING row_id), "
      "figures AS (INSERT INTO eval_figures(run_id, row_id, line, checksum, {}) "
      "SELECT ?1, added.row_id, {} FROM added), {}"
      "SELECT leased.place, dataset, query_id, attempt, tries, (SELECT count(*) FROM mine) "
      "FROM (SELECT 1) AS one LEFT JOIN leased ON true",
      has_blobs ? add_blobs(blobs_at(columns)) : "", ResultRow::kColumns,
      parameters(kRow, ResultRow::kColumnCount), column_names(columns),
      parameters(kFigures, 2 + column_count(columns)), kLeased);
}

LeasedRow leased_row(const Query& query) {
  return {.place = query.integer(0),
          .dataset = std::string(query.text(1)),
          .id = std::string(query.text(2)),
          .attempt = static_cast<int>(query.integer(3)),
          .tries = static_cast<int>(query.integer(4))};
}

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

WorkStatements::WorkStatements(Database& database, const WorkTerms& terms)
    : terms_(terms),
      take_(database, take_statement()),
      finish_command_(database, finish_statement(Columns::command, false)),
      finish_command_with_blobs_(database, finish_statement(Columns::command, true)),
      finish_retrieval_(database, finish_statement(Columns::retrieval, false)),
      finish_retrieval_with_blobs_(database, finish_statement(Columns::retrieval, true)),
      close_(database, "UPDATE work SET state = 2 WHERE run_id = ? AND place = ?"),
      count_duplicate_(database, kCountDuplicate),
      renew_(database,
             "UPDATE work SET lease_until = clock_timestamp() + "
             "CAST(? AS double precision) * interval '1 millisecond' "
             "WHERE run_id = ? AND state = 1 AND worker = ?"),
      release_(database,
               "UPDATE work SET state = 0, worker = '', lease_until = NULL, tries = tries - 1 "
               "WHERE run_id = ? AND state = 1 AND worker = ?"),
      forget_unmeasured_(
          database,
          "WITH gone AS (DELETE FROM eval_figures AS f USING work AS w WHERE w.run_id = ?1 AND w.place = ?2 "
          "AND f.run_id = w.run_id AND f.dataset = w.dataset AND f.query_id = w.query_id "
          "AND f.attempt = w.attempt AND f.pass IS NULL RETURNING f.row_id), "
          "whole AS (DELETE FROM eval_rows WHERE row_id IN (SELECT row_id FROM gone)), "
          "stale AS (UPDATE eval_runs SET aggregate_json = NULL WHERE run_id = ?1 AND EXISTS (SELECT 1 FROM "
          "gone)) "
          "UPDATE work SET state = 0 WHERE run_id = ?1 AND place = ?2 AND EXISTS (SELECT 1 FROM gone)"),
      state_(database,
             "SELECT q.items, q.items - open.items, "
             "(SELECT count(*) FROM work_duplicates WHERE run_id = ?1), open.left_ms FROM work_queues AS q, "
             "(SELECT count(*) AS items, CAST(ceil(1000 * extract(epoch FROM "
             "min(lease_until) FILTER (WHERE state = 1) - clock_timestamp())) AS bigint) "
             "AS left_ms FROM work WHERE run_id = ?1 AND state < 2) AS open WHERE q.run_id = ?1") {}

Query& WorkStatements::bind_lease(Query& query, std::size_t most, std::int64_t behind, std::int64_t but) {
  return query.text(1, terms_.run_id)
      .integer(2, static_cast<std::int64_t>(most))
      .integer(3, behind)
      .integer(4, but)
      .text(5, terms_.worker)
      .real(6, static_cast<double>(terms_.lease.count()));
}

std::vector<LeasedRow> WorkStatements::take(std::size_t most, std::int64_t behind) {
  std::vector<LeasedRow> rows;
  bind_lease(take_, most, behind, -1);
  while (take_.step()) rows.push_back(leased_row(take_));
  take_.reset();
  return rows;
}

WorkStatements::Finished WorkStatements::finish(std::int64_t place, const Result& result, std::size_t most,
                                                std::int64_t behind) {
  const Figures figures = figures_of(result);
  const ResultRow row(result, terms_.kept_outputs);
  const auto [first, second] = row.outputs();
  const bool has_blobs = first->is_blob() || second->is_blob();
  Query& query = figures.retrieval ? (has_blobs ? finish_retrieval_with_blobs_ : finish_retrieval_)
                                   : (has_blobs ? finish_command_with_blobs_ : finish_command_);
  bind_lease(query, most, behind, place);
  if (has_blobs) {
    int at = blobs_at(figures.retrieval ? Columns::retrieval : Columns::command);
    for (const Output* output : {first, second}) {
      output->is_blob() ? query.blob(at, output->sha256).blob(at + 1, output->bytes)
                        : query.null(at).null(at + 1);
      at += 2;
    }
  }
  row.bind(query, kRow);
  query.integer(kFigures, result.asked.where.line).integer(kFigures + 1, checksum_of(figures));
  bind_figures(query, kFigures + 2, figures);
  Finished finished;
  try {
    while (query.step()) {
      finished.counts = query.integer(5) > 0;
      if (!query.is_null(0)) finished.taken.push_back(leased_row(query));
    }
  } catch (...) {
    query.reset();
    throw;
  }
  query.reset();
  return finished;
}

void WorkStatements::close(std::int64_t place) { close_.text(1, terms_.run_id).integer(2, place).run(); }

bool WorkStatements::forget_unmeasured(std::int64_t place) {
  return forget_unmeasured_.text(1, terms_.run_id).integer(2, place).run() > 0;
}

void WorkStatements::count_duplicate(const Result& result) {
  const std::string json = to_json_line(result, Outputs::apart);
  count_duplicate_.text(1, terms_.run_id).text(2, json).run();
}

void WorkStatements::renew() {
  renew_.real(1, static_cast<double>(terms_.lease.count())).text(2, terms_.run_id).text(3, terms_.worker);
  renew_.run();
}

void WorkStatements::release() { release_.text(1, terms_.run_id).text(2, terms_.worker).run(); }

WorkQueue::State WorkStatements::state() {
  WorkQueue::State state;
  if (state_.text(1, terms_.run_id).step()) {
    state.items = static_cast<std::size_t>(state_.integer(0));
    state.done = static_cast<std::size_t>(state_.integer(1));
    state.duplicates = static_cast<std::size_t>(state_.integer(2));
    // An expired lease counts as out until another worker takes the item.
    const std::int64_t left = state_.is_null(3) ? 0 : std::max<std::int64_t>(state_.integer(3), 1);
    state.until_next_end = std::chrono::milliseconds(left);
  }
  state_.reset();
  return state;
}

}  // namespace assay
