// SPDX-License-Identifier: Apache-2.0
#include "server.h"

#include <fmt/format.h>

#include "assay/internal/postgres.h"
#include "fault.h"
#include "query.h"
#include "schema.h"

namespace assay {
namespace {

std::string answer_to(Database& database, const char* sql) {
  Query query(database, sql);
  return query.step() ? std::string(query.text(0)) : "";
}

void expect_utf8(Database& database, const std::filesystem::path& url) {
  const std::string encoding = answer_to(database, "SELECT current_setting('server_encoding')");
  if (encoding == "UTF8") return;
  throw store_error(url, "the database keeps texts as " + encoding + ", which cannot hold every result",
                    "make one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0");
}

// Checked before the tool is asked anything: a refusal of the first result would come too late.
void expect_may_write(Database& database, const std::filesystem::path& url) {
  Query query(
      database,
      "SELECT coalesce(string_agg(name, ', '), ''), current_user::text FROM "
      "unnest(ARRAY['eval_runs', 'eval_figures', 'eval_rows', 'blobs', 'work', 'work_duplicates']) AS name "
      "WHERE to_regclass(name) IS NOT NULL AND NOT "
      "(has_table_privilege(name, 'INSERT') AND has_table_privilege(name, 'UPDATE') AND "
      "has_table_privilege(name, 'DELETE') AND has_table_privilege(name, 'SELECT'))");
  if (!query.step() || query.text(0).empty()) return;
  throw store_error(
      url,
      fmt::format("the store cannot be written: role {} may not insert, update, delete and select in {}",
                  query.text(1), query.text(0)),
      "grant it that, or name another role (PGUSER, or postgresql://ROLE@…)");
}

// Somebody set this for the role, the database or this connection, and meant it.
void expect_transactions_that_write(Database& database, const std::filesystem::path& url) {
  Query query(database, "SELECT current_setting('default_transaction_read_only')");
  if (!query.step() || query.text(0) != "on") return;
  throw store_error(url, "the store cannot be written: default_transaction_read_only is on",
                    "name another role (PGUSER, or postgresql://ROLE@…), or turn that off");
}

}  // namespace

std::unique_ptr<Database> open_server(const StoreOptions& options) {
  const std::string& url = options.file.native();
  expect_postgres(url);
  expect_no_password(url);
  return guarded(options.file, [&] {
    auto database = std::make_unique<Database>(std::make_unique<postgres::Connection>(url));
    const bool is_written = options.access == StoreOptions::Access::write;
    database->exec(fmt::format("SET lock_timeout = {}", options.patience.count()));
    if (is_written)
      expect_transactions_that_write(*database, options.file);
    else
      database->exec("SET default_transaction_read_only = on");
    expect_utf8(*database, options.file);
    check_schema(*database, options.file, migrations(*database));
    if (!is_written) {
      expect_current(*database, options.file);
      return database;
    }
    migrate(*database, options.file, migrations(*database));
    expect_may_write(*database, options.file);
    return database;
  });
}

}  // namespace assay
