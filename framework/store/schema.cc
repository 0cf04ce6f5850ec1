// SPDX-License-Identifier: Apache-2.0
#include "schema.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Savepoint.h>

#include <string>

#include "assay/internal/text.h"
#include "assay/store.h"
#include "query.h"

namespace assay {
namespace {

// "assy": PRAGMA application_id of a store.
constexpr int kApplicationId = 0x61737379;

// The same in a file and on a server.
constexpr Migration kRankings = "ALTER TABLE eval_figures ADD COLUMN ranking TEXT;";

// Figures are kept apart from rows: metrics read little of what is stored, in the order in which runs are
// compared, whereas rows are appended and only their figures are sorted in. The view combines them under one
// name, with the row as a subquery: a join would look up every row even if only figures are read.
constexpr Migration kMigrations[] = {R"sql(
CREATE TABLE eval_runs(
  run_id TEXT PRIMARY KEY NOT NULL,
  parent_run_id TEXT NOT NULL,
  suite TEXT NOT NULL,
  tool TEXT NOT NULL,
  config_snapshot_json TEXT NOT NULL,
  aggregate_json TEXT,
  commit_hash TEXT NOT NULL,
  created_at TEXT NOT NULL,
  finished_at TEXT NOT NULL,
  expected BIGINT NOT NULL
) WITHOUT ROWID;

CREATE TABLE eval_figures(
  run_id TEXT NOT NULL,
  dataset TEXT NOT NULL,
  query_id TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  pass INTEGER,
  score REAL,
  hits INTEGER,
  row_id BIGINT NOT NULL,
  method TEXT NOT NULL,
  ending TEXT NOT NULL,
  category TEXT NOT NULL,
  risk_level TEXT NOT NULL,
  tags TEXT NOT NULL,
  posix_compliant INTEGER NOT NULL,
  latency_ms REAL,
  cluster TEXT NOT NULL,
  chunks_expected INTEGER,
  chunk_rank INTEGER,
  chunks_in_1 INTEGER,
  chunks_in_3 INTEGER,
  chunks_in_5 INTEGER,
  chunks_in_10 INTEGER,
  docs_expected INTEGER,
  doc_rank INTEGER,
  docs_in_1 INTEGER,
  docs_in_3 INTEGER,
  docs_in_5 INTEGER,
  docs_in_10 INTEGER,
  ndcg_1 REAL,
  ndcg_3 REAL,
  ndcg_5 REAL,
  ndcg_10 REAL,
  average_precision REAL,
  judged_1 REAL,
  judged_3 REAL,
  judged_5 REAL,
  judged_10 REAL,
  failed INTEGER,
  should_refuse INTEGER,
  refused INTEGER,
  cited INTEGER,
  contains INTEGER,
  difficulty TEXT,
  query_group TEXT,
  PRIMARY KEY(run_id, dataset, query_id, attempt)
) WITHOUT ROWID;

CREATE TABLE eval_rows(
  row_id INTEGER PRIMARY KEY,
  result_json TEXT NOT NULL,
  stdout BLOB,
  stderr BLOB,
  stdout_sha256 BLOB,
  stderr_sha256 BLOB
);

CREATE TABLE blobs(
  sha256 BLOB PRIMARY KEY NOT NULL,
  bytes BLOB NOT NULL
) WITHOUT ROWID;
)sql",
                                     R"sql(
ALTER TABLE eval_runs ADD COLUMN sequence BIGINT NOT NULL DEFAULT 0;
UPDATE eval_runs SET sequence = (
  SELECT count(*) FROM eval_runs AS earlier
  WHERE (earlier.created_at, earlier.run_id) <= (eval_runs.created_at, eval_runs.run_id));
ALTER TABLE eval_figures ADD COLUMN line INTEGER NOT NULL DEFAULT 0;
UPDATE eval_figures SET line = coalesce((
  SELECT CASE WHEN json_valid(result_json) THEN json_extract(result_json, '$.line') END
  FROM eval_rows WHERE eval_rows.row_id = eval_figures.row_id), 0);
ALTER TABLE eval_figures ADD COLUMN checksum BIGINT;
ALTER TABLE eval_rows ADD COLUMN checksum BIGINT;
)sql",
                                     R"sql(
ALTER TABLE eval_figures ADD COLUMN tokens REAL;
ALTER TABLE eval_figures ADD COLUMN cost REAL;
)sql",
                                     R"sql(
ALTER TABLE eval_runs ADD COLUMN name TEXT NOT NULL DEFAULT '';
)sql",
                                     R"sql(
CREATE TABLE vectors(
  model_hash TEXT NOT NULL,
  pooling TEXT NOT NULL,
  text_sha256 TEXT NOT NULL,
  is_cut INTEGER NOT NULL,
  vector BLOB NOT NULL,
  checksum BIGINT NOT NULL,
  UNIQUE(model_hash, pooling, text_sha256)
);
)sql",
                                     R"sql(
CREATE TABLE judge_answers(
  key TEXT PRIMARY KEY NOT NULL,
  answer TEXT NOT NULL,
  checksum BIGINT NOT NULL
) WITHOUT ROWID;
)sql",
                                     // Partial credit is in the JSON of rows older than its columns. The risk
                                     // of their answers is not recorded anywhere.
                                     R"sql(
ALTER TABLE eval_figures ADD COLUMN overlap REAL;
ALTER TABLE eval_figures ADD COLUMN token_f1 REAL;
ALTER TABLE eval_figures ADD COLUMN template_match INTEGER;
ALTER TABLE eval_figures ADD COLUMN dangerous_request INTEGER;
ALTER TABLE eval_figures ADD COLUMN declined INTEGER;
ALTER TABLE eval_figures ADD COLUMN danger TEXT;
ALTER TABLE eval_rows ADD COLUMN outputs_forgotten INTEGER NOT NULL DEFAULT 0;
UPDATE eval_figures SET (overlap, token_f1, template_match) = (
  SELECT json_extract(result_json, '$.partial_credit.overlap'),
         json_extract(result_json, '$.partial_credit.token_f1'),
         json_extract(result_json, '$.partial_credit.template_match')
  FROM eval_rows WHERE eval_rows.row_id = eval_figures.row_id AND json_valid(result_json))
WHERE hits IS NULL;
DROP VIEW IF EXISTS eval_query_results;
CREATE VIEW eval_query_results AS
SELECT figures.run_id, figures.dataset, figures.query_id, figures.attempt,
       CASE figures.pass WHEN 1 THEN 'pass' WHEN 0 THEN 'miss' ELSE 'unmeasured' END AS status,
       figures.pass, figures.score, figures.method, figures.ending, figures.category, figures.risk_level,
       figures.tags, figures.posix_compliant, figures.latency_ms, figures.cluster, figures.hits,
       figures.chunks_expected, figures.chunk_rank, figures.docs_expected, figures.doc_rank, figures.ndcg_10,
       figures.average_precision, figures.failed, figures.should_refuse, figures.refused, figures.cited,
       figures.contains, figures.difficulty, figures.query_group, figures.overlap, figures.token_f1,
       figures.template_match, figures.dangerous_request, figures.declined, figures.danger,
       (SELECT result_json FROM eval_rows WHERE eval_rows.row_id = figures.row_id) AS result_json
FROM eval_figures AS figures;
)sql",
                                     kRankings};

int pragma(SQLite::Database& file, const char* name) {
  return file.execAndGet(std::string("PRAGMA ") + name).getInt();
}

SchemaState state_of(SQLite::Database& file) {
  // One consistent snapshot of the file: another process may be creating the tables at this moment.
  SQLite::Savepoint look(file, "schema_state");
  SchemaState state;
  const bool is_ours = pragma(file, "application_id") == kApplicationId;
  const bool is_empty = file.execAndGet("SELECT count(*) FROM sqlite_schema").getInt() == 0;
  state.is_foreign = !is_ours && !is_empty;
  state.version = is_ours ? pragma(file, "user_version") : 0;
  look.release();
  return state;
}

// Not by to_regclass(), which may cache the absence of a table that another session has since created. Both
// tables are queried in one statement; otherwise tables created in between would look foreign.
SchemaState state_of_server(Database& database) {
  SchemaState state;
  Query tables(database,
               "SELECT count(*) FILTER (WHERE relname = 'assay_schema'), "
               "count(*) FILTER (WHERE relname = 'eval_runs') FROM pg_class "
               "WHERE relname IN ('assay_schema', 'eval_runs') AND pg_table_is_visible(oid)");
  tables.step();
  const bool is_ours = tables.integer(0) > 0;
  state.is_foreign = !is_ours && tables.integer(1) > 0;
  if (!is_ours) return state;
  Query query(database, "SELECT max(version) FROM assay_schema");
  if (query.step()) state.version = static_cast<int>(query.integer(0));
  return state;
}

void set_version(Database& database, std::size_t version) {
  const std::string number = std::to_string(version);
  if (database.file() != nullptr)
    return database.exec("PRAGMA application_id = " + std::to_string(kApplicationId) +
                         "; PRAGMA user_version = " + number);
  database.exec("CREATE TABLE IF NOT EXISTS assay_schema(version integer NOT NULL)");
  database.exec("DELETE FROM assay_schema");
  database.exec("INSERT INTO assay_schema VALUES(" + number + ")");
}

// What makes the tables on a PostgreSQL server that the first seven migrations make in a file. Texts are
// ordered bytewise, as in SQLite, so that every store delivers cases in the same order for a comparison.
std::string schema_of_server() {
  constexpr std::pair<std::string_view, std::string_view> kWords[] = {
      {"INTEGER PRIMARY KEY", "bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"},
      {"REAL", "double precision"},
      {"BLOB", "bytea"},
      {"TEXT", "text COLLATE \"C\""},
      {"WITHOUT ROWID", ""}};
  std::string schema;
  for (const std::string_view migration : std::span(kMigrations).first(7))
    for (std::size_t at = 0; at < migration.size();) {
      const std::size_t end = std::min(migration.find(';', at), migration.size() - 1) + 1;
      const std::string_view statement = trimmed(migration.substr(at, end - at));
      // Older stores are brought up to date by it, of which a server has none.
      const bool is_of_older = statement.starts_with("UPDATE") || statement.starts_with("DROP");
      if (!is_of_older) (schema += statement) += '\n';
      at = end;
    }
  for (const auto& [of_file, of_server] : kWords)
    for (std::size_t at = 0; (at = schema.find(of_file, at)) != schema.npos; at += of_server.size())
      schema.replace(at, of_file.size(), of_server);
  return schema;
}

}  // namespace

std::span<const Migration> file_migrations() { return kMigrations; }

std::span<const Migration> migrations(const Database& database) {
  return database.file() != nullptr ? file_migrations() : server_migrations();
}

SchemaState schema_state(Database& database) {
  return database.file() != nullptr ? state_of(*database.file()) : state_of_server(database);
}

void check_schema(Database& database, const std::filesystem::path& file, std::span<const Migration> known) {
  const SchemaState state = schema_state(database);
  if (state.is_foreign && database.file() != nullptr)
    throw store_error(file, "this SQLite file is not a store of assay", "name another file");
  if (state.is_foreign)
    throw store_error(file, "this database has a table eval_runs that is not of a store of assay",
                      "name another database, or another schema: ?options=-csearch_path%3DNAME");
  if (state.version > static_cast<int>(known.size()))
    throw store_error(file,
                      "the store has schema " + std::to_string(state.version) +
                          "; this assay knows schemas up to " + std::to_string(known.size()),
                      "use the assay that wrote it, or a newer one");
}

void expect_current(Database& database, const std::filesystem::path& file) {
  const int version = schema_state(database).version;
  if (version == static_cast<int>(migrations(database).size())) return;
  if (version == 0)
    throw EmptyStore(Problem{
        .where = {file.string(), 0},
        .what = "the store is empty",
        .next = database.server() != nullptr
                    ? "run a suite with it first; or check the database and the schema in the URL, and that "
                      "the role has USAGE on the schema"
                    : "run a suite with it first; if it was copied from elsewhere, copy the file whose name "
                      "ends in -wal too"});
  throw store_error(file,
                    "the store has schema " + std::to_string(version) + ", which is older than this assay's",
                    "open it for writing once (assay gc), which brings it up to date");
}

void migrate(Database& database, const std::filesystem::path& file, std::span<const Migration> known) {
  if (schema_state(database).version == static_cast<int>(known.size())) return;
  Transaction transaction(database, Transaction::Of::schema);
  check_schema(database, file, known);  // another process may have migrated first
  const auto version = static_cast<std::size_t>(schema_state(database).version);
  for (std::size_t next = version; next < known.size(); ++next) database.exec(known[next]);
  if (version < known.size()) set_version(database, known.size());
  transaction.commit();
}

// Stores on servers start with schema 7.
std::span<const Migration> server_migrations() {
  static const std::string schema_7 = schema_of_server();
  static const Migration migrations[] = {"", "", "", "", "", "", schema_7.c_str(), kRankings};
  return migrations;
}

}  // namespace assay
